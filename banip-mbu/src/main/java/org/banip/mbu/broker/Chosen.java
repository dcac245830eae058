package org.banip.mbu.broker;

import java.net.URI;

/**
 * The broker that all links use, from one change to the next.
 *
 * @param base its base URL; ends with {@code /}
 * @param number how many were chosen before
 */
public record Chosen(URI base, long number) {}
