// Reads the lines of a plot at the pointer: the time, and the value of every series there.
"use strict";
for (const svg of document.querySelectorAll("svg.plot")) {
  const begin = Number(svg.dataset.begin), end = Number(svg.dataset.end);
  const left = Number(svg.dataset.left), right = Number(svg.dataset.right);
  const cursor = svg.querySelector(".cursor"), clock = svg.querySelector(".cursor-time");
  const legends = [...svg.querySelectorAll("text.legend")];
  const usual = legends.map((legend) => legend.textContent);
  let series = null;

  // the points are kept once, as they are drawn; values follow from the axes of their panel
  function read() {
    const found = [];
    for (const panel of svg.querySelectorAll(".panel")) {
      const top = Number(panel.dataset.top), height = Number(panel.dataset.height);
      const low = Number(panel.dataset.low), high = Number(panel.dataset.high);
      const decimals = Number(panel.dataset.decimals);
      for (const line of panel.querySelectorAll("polyline")) {
        const points = line.getAttribute("points").split(" ").map((pair) => pair.split(",").map(Number));
        const value = (down) => low + (1 - (down - top) / height) * (high - low);
        found.push({ points, value, decimals });
      }
    }
    return found;
  }

  function valueAt(one, across) {
    const points = one.points;
    let below = 0, above = points.length - 1;
    if (above < 0 || across < points[0][0] || across > points[above][0]) return null;
    while (above - below > 1) {
      const middle = (below + above) >> 1;
      if (points[middle][0] <= across) below = middle; else above = middle;
    }
    const width = points[above][0] - points[below][0];
    const share = width > 0 ? (across - points[below][0]) / width : 0;
    return one.value(points[below][1] + share * (points[above][1] - points[below][1]));
  }

  function leave() {
    svg.classList.remove("reading");
    clock.textContent = "";
    legends.forEach((legend, number) => { legend.textContent = usual[number]; });
  }

  svg.addEventListener("pointermove", (event) => {
    series = series || read();
    const box = svg.getBoundingClientRect();
    const across = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
    if (across < left || across > right) { leave(); return; }
    const hour = begin + (across - left) / (right - left) * (end - begin);
    svg.classList.add("reading");
    cursor.setAttribute("transform", `translate(${across} 0)`);
    clock.textContent = `${hour.toFixed(2)} hr`;
    legends.forEach((legend, number) => {
      const value = valueAt(series[number], across);
      const shown = value === null ? "–" : value.toFixed(series[number].decimals).replace(/^-(0\.?0*)$/, "$1");
      legend.textContent = `${legend.dataset.name}: ${shown}`;
    });
  });
  svg.addEventListener("pointerleave", leave);
}
