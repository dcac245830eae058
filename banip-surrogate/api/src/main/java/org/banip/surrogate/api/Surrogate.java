package org.banip.surrogate.api;

/**
 * The object that represents one BAN in the back-end for as long as its interconnect lives. Modelled on the Jini Surrogate Architecture: it is
 * activated with what its host offers and what it stands for, and deactivated when its interconnect ends.
 *
 * <p>The host calls it on threads that only surrogates of its type use, one call at a time: {@code activate}, then the {@link KeepAliveHandler}, last
 * {@code deactivate}. A call that takes long, or never returns, delays surrogates of this type at most.
 */
public interface Surrogate {
    /**
     * Begins. The MBU waits for its registration's answer meanwhile. If creation and activation together take longer than the host's {@code
     * activation-millis}, the MBU is told to try again, the calling thread is interrupted, and {@code deactivate} follows as soon as this returns.
     *
     * <p>What it throws refuses the registration: a {@link org.banip.core.error.BanipException} with its code, anything else with {@code INTERNAL}.
     * The MBU is told the type and what was thrown. {@code deactivate} is not called then: what was begun must have been ended here.
     *
     * @param host what the host offers
     * @param context what the surrogate stands for
     * @throws Exception if it cannot be active
     */
    void activate(HostContext host, SurrogateContext context) throws Exception;

    /**
     * Ends. Called exactly once, whatever the reason and however many reasons there are at the same time: after {@code activate} has returned, or in
     * its place if nobody waits for the surrogate any more once it is made. All its subscriptions have ended before. The same session is activated
     * again only after this has returned. What it throws is logged.
     *
     * @throws Exception if it did not end in an orderly way
     */
    void deactivate() throws Exception;
}
