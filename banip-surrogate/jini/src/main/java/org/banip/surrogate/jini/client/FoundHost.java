package org.banip.surrogate.jini.client;

/**
 * A surrogate host as a lookup service knows it; its text is unchecked.
 *
 * @param name the name that its operator gave it
 * @param url the base URL at which brokers reach it
 */
public record FoundHost(String name, String url) {}
