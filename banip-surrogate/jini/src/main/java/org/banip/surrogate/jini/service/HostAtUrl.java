package org.banip.surrogate.jini.service;

import java.io.Serializable;
import java.util.Objects;
import org.banip.surrogate.jini.remote.RemoteHost;

/**
 * What the lookup service keeps of a host.
 *
 * @param name the name that its operator gave it
 * @param url the base URL at which brokers reach it
 */
public record HostAtUrl(String name, String url) implements RemoteHost, Serializable {
    /** Checks that a stream brought both. */
    public HostAtUrl {
        Objects.requireNonNull(name);
        Objects.requireNonNull(url);
    }
}
