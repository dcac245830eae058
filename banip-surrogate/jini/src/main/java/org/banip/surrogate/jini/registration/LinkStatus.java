package org.banip.surrogate.jini.registration;

/**
 * How it stands with one lookup service.
 *
 * @param name where it is
 * @param registered surrogates that are registered there
 * @param problem why it cannot be used now, or which services it refuses; empty if all is well
 */
public record LinkStatus(String name, int registered, String problem) {}
