package org.banip.surrogate.jini.service;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.jini.remote.AccessToken;

/** What a caller over Jini may do: view as on the live page, and command only by a token of its own. Immutable. */
public final class Rights {
    private final Optional<ViewerAccess> viewers;
    private final Optional<String> commandToken;

    /**
     * Rights.
     *
     * @param viewers who may view; empty: nobody
     * @param commandToken what must be shown for a command; empty: nobody may
     */
    public Rights(Optional<ViewerAccess> viewers, Optional<String> commandToken) {
        this.viewers = viewers;
        this.commandToken = commandToken;
    }

    /**
     * Checks that a caller may view.
     *
     * @throws BanipException {@code UNAUTHENTICATED} if not
     */
    void checkView(AccessToken token, Optional<InetAddress> caller) {
        boolean local = caller.filter(InetAddress::isLoopbackAddress).isPresent();
        if (viewers.filter(access -> access.admits(token.value(), local)).isEmpty()) {
            throw new BanipException(
                    ErrorCode.UNAUTHENTICATED,
                    "the call does not bear the viewers' token (viewer-token-file of the host)");
        }
    }

    /**
     * Checks that a caller may send commands.
     *
     * @throws BanipException {@code FORBIDDEN} if nobody may, {@code UNAUTHENTICATED} if this one may not
     */
    void checkCommand(AccessToken token) {
        String wanted = commandToken.orElseThrow(() -> new BanipException(
                ErrorCode.FORBIDDEN, "this host takes no commands over Jini (jini-command-token-file is not set)"));
        if (!MessageDigest.isEqual(digest(wanted), digest(token.value()))) {
            throw new BanipException(
                    ErrorCode.UNAUTHENTICATED,
                    "the call does not bear the token for commands (jini-command-token-file of the host)");
        }
    }

    /** Makes the comparison take the same time for all lengths. */
    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
