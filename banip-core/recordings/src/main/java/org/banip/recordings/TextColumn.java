package org.banip.recordings;

/**
 * What the head of a text file says about a column.
 *
 * @param label what the signal is called
 * @param unit physical unit as spelled
 * @param perUnit values per physical unit: 1 unless the file counts in fractions of it
 */
record TextColumn(String label, String unit, int perUnit) {}
