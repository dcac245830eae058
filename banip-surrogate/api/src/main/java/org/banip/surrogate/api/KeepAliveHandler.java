package org.banip.surrogate.api;

import java.time.Duration;

/**
 * Hears whether a surrogate's MBU is alive, also if the surrogate subscribes to nothing. Modelled on the keep-alive handler of the Jini Surrogate
 * Architecture; here the host looks after the keep-alives themselves, and ends an interconnect that stays silent.
 *
 * <p>Called while the surrogate is active, never at the same time as its other methods. A silence that is over before it could be told is left out.
 */
public interface KeepAliveHandler {
    /**
     * Nothing was heard of the MBU for several keep-alive intervals; its requests are closed. It may come back within the grace time. A surrogate
     * that does not want to wait for it may {@linkplain HostContext#cancelActivation cancel its activation}.
     *
     * @param time after which a silent interconnect expires, from now on
     */
    void silent(Duration time);

    /** A silent MBU is back. */
    void resumed();
}
