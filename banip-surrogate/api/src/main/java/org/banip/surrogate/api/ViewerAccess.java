package org.banip.surrogate.api;

/**
 * Who may view live data, as the operator set it for viewers over HTTP. An extension that shows live data in another way {@linkplain
 * ExtensionContext#find finds} it, so that the same viewers are admitted there. Any thread.
 */
public interface ViewerAccess {
    /** Whether viewers must show a token; otherwise only callers on the host's own machine may view. */
    boolean needsToken();

    /**
     * Whether a caller may view.
     *
     * @param token what the caller shows; empty for none
     * @param local whether the caller is on the host's own machine, and came without a forwarder
     */
    boolean admits(String token, boolean local);
}
