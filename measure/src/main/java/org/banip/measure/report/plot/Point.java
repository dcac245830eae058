package org.banip.measure.report.plot;

/** One point. */
public record Point(double x, double y) {}
