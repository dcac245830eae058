package org.banip.surrogate.api;

/**
 * A command {@code banip.stop} by which a group was stopped.
 *
 * @param by name of who sent it; {@code host} for code in the host
 * @param atNanos when its MBU answered that it is done, by the host's clock, nanoseconds since the epoch
 */
public record GroupStop(String by, long atNanos) {}
