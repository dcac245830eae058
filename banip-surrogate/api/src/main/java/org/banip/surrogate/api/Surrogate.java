package org.banip.surrogate.api;

/** The object that represents one BAN in the back-end for as long as its interconnect lives. */
public interface Surrogate {
    /**
     * Begins; must return soon: the MBU waits for its registration's answer. What it throws refuses the registration.
     *
     * @param host what the host offers
     * @param context what the surrogate stands for
     */
    void activate(HostContext host, SurrogateContext context);

    /** Ends; called once after {@code activate} returned, whatever the reason. */
    void deactivate();
}
