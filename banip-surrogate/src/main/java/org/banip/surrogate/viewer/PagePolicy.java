package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a browser may do with the host's pages: run their own script and style, and load nothing from anywhere. */
final class PagePolicy {
    private PagePolicy() {}

    /** The text of a page that is a resource. */
    static String text(String name) {
        try (InputStream in = PagePolicy.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    /** Only this very script or style runs (Content Security Policy Level 3, section 2.3.1). */
    static String hash(String text, String element) {
        Matcher matcher = Pattern.compile("<" + element + ">(.*?)</" + element + ">", Pattern.DOTALL)
                .matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("the page has no " + element);
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(matcher.group(1).getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Sets the headers of a page. */
    static void set(HttpServletResponse response, String policy, String referrers, String caching) {
        response.setContentType("text/html;charset=utf-8");
        response.setHeader("Content-Security-Policy", policy);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", referrers);
        response.setHeader("Cache-Control", caching);
    }
}
