package org.banip.core.text;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Says in words why a client made no TLS connection. Java's own messages name classes and give no advice. */
public final class TlsFailure {
    /** The server's certificate is from an authority that the client does not know. */
    public static final String UNTRUSTED = "no authority that is trusted here has signed its certificate";

    private static final String OTHER_NAME = "its certificate is for another name";
    private static final int LONGEST = 200;
    /** How the JDK's socket and its engine say that the peer has answered the beginning of a handshake with something else. */
    private static final List<String> NO_TLS =
            List.of("Unsupported or unrecognized SSL message", "Unrecognized SSL message");
    /** How Android says that no authority is known, and the JDK, if it knows one of the same name. */
    private static final List<String> NO_ANCHOR = List.of(
            "Trust anchor for certification path not found", "Path does not chain with any of the trust anchors");

    private static final String REFUSED = "Received fatal alert: ";

    private TlsFailure() {}

    /** The reason as the end of a sentence about a server; empty if the failure is not one of TLS that is known here. */
    public static Optional<String> inWords(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 16; depth++) {
            String words = words(cause);
            if (!words.isEmpty()) {
                return Optional.of(words);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /** Whether a client's message tells of something that waiting does not mend: a wrong URL, or a certificate that is not trusted. */
    public static boolean isLasting(String message) {
        return message.contains(UNTRUSTED)
                || message.contains(OTHER_NAME)
                || message.endsWith("; is it http://?")
                || message.endsWith("; is it https://?");
    }

    private static String words(Throwable cause) {
        String message = message(cause);
        if (cause instanceof CertificateExpiredException) {
            return "its certificate has expired" + date(" at ", message);
        }
        if (cause instanceof CertificateNotYetValidException) {
            return "its certificate is not valid yet" + date(", but from ", message) + "; is the clock right?";
        }
        if (cause instanceof CertPathBuilderException || contains(message, NO_ANCHOR)) {
            return UNTRUSTED;
        }
        if (cause instanceof SSLPeerUnverifiedException || isAboutNames(cause, message)) {
            return OTHER_NAME + " (" + message + ")";
        }
        if (cause instanceof SSLException && contains(message, NO_TLS)) {
            return "it does not speak TLS; is it http://?";
        }
        return cause instanceof SSLException && message.contains(REFUSED)
                ? "it refuses this TLS connection (" + message.substring(message.indexOf(REFUSED) + REFUSED.length())
                        + ")"
                : "";
    }

    /** The date of Java's message in UTC, or the message. */
    private static String date(String before, String message) {
        return JavaDate.in(message).map(instant -> before + instant).orElse(" (" + message + ")");
    }

    private static boolean contains(String message, List<String> parts) {
        return parts.stream().anyMatch(message::contains);
    }

    /** The JDK has no class of its own for it. */
    private static boolean isAboutNames(Throwable cause, String message) {
        return cause.getClass().equals(CertificateException.class)
                && (message.startsWith("No subject alternative") || message.startsWith("No name matching"));
    }

    private static String message(Throwable cause) {
        return Quoted.line(String.valueOf(cause.getMessage()), LONGEST);
    }
}
