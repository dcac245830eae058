package org.banip.surrogate.interconnect;

import org.banip.core.error.BanipException;

/** The HTTP half of a data request. Called on the interconnect's serial executor; none of it may block. */
public interface DataPeer {
    /** The interconnect takes the request: begin to read. */
    void begun();

    /** Whether other connections wait for the thread that brings the present bytes, so that it may only do what is brief. */
    boolean readsBriefly();

    /** Whether the request came as early data, so that it may be a replay. */
    boolean isEarly();

    /** The MBU's name of the path that the request uses. */
    String path();

    /** Everything in the body is durable: answer with these frames. */
    void answer(byte[] frames);

    /** The request is at fault, or cannot go on: answer with the error and close the connection. */
    void fail(BanipException cause);
}
