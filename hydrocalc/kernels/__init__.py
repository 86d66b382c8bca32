"""Compiled code: numbers and arrays in, arrays and a status out."""
