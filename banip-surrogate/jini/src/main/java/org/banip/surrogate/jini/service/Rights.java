package org.banip.surrogate.jini.service;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.jini.remote.AccessToken;

/** What a caller over Jini may do: view as on the live page, and command only by a token of its own. Any thread. */
public final class Rights {
    private final Optional<ViewerAccess> viewers;
    private final Optional<Supplier<List<String>>> commandTokens;

    /**
     * Rights.
     *
     * @param viewers who may view; empty: nobody
     * @param commandTokens those of which one must be shown for a command, asked for at each command; empty: nobody may
     */
    public Rights(Optional<ViewerAccess> viewers, Optional<Supplier<List<String>>> commandTokens) {
        this.viewers = viewers;
        this.commandTokens = commandTokens;
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
        Supplier<List<String>> allowed = commandTokens.orElseThrow(() -> new BanipException(
                ErrorCode.FORBIDDEN, "this host takes no commands over Jini (jini-command-token-file is not set)"));
        byte[] shown = digest(token.value());
        boolean known = false;
        for (String each : allowed.get()) {
            known |= MessageDigest.isEqual(digest(each), shown);
        }
        if (!known) {
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
