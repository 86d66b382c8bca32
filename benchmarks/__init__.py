"""Speed, measured after the answer is checked."""
