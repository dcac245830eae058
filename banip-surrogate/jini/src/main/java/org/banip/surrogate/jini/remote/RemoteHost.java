package org.banip.surrogate.jini.remote;

/** A surrogate host as brokers find it, a Jini service. It has no remote calls: brokers use its URL. */
public interface RemoteHost {
    /** The name that its operator gave it. */
    String name();

    /** The base URL at which brokers reach it, as text; written by whoever registered it, so to be checked. */
    String url();
}
