package org.banip.surrogate.viewer;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.Optional;

/**
 * The cookies of a log-in. Over TLS their names begin with {@code __Host-}, so that no other server of the domain can set them. Without TLS, on
 * loopback, browsers refuse such names.
 */
final class LogInCookies {
    private static final String LOG_IN = "banip";
    private static final String FORM = "banip-form";
    private static final String ATTEMPT = "banip-oidc";
    private static final String STRICT = "Strict";

    private LogInCookies() {}

    /** What the cookie of a log-in has. */
    static Optional<String> logIn(HttpServletRequest request) {
        return find(request, LOG_IN);
    }

    /** What the cookie of a form has. */
    static Optional<String> form(HttpServletRequest request) {
        return find(request, FORM);
    }

    /** What the cookie of an attempt to log in elsewhere has. */
    static Optional<String> attempt(HttpServletRequest request) {
        return find(request, ATTEMPT);
    }

    /** Ten minutes. {@code Lax}, because the browser comes back from another site; it does not let other sites' posts or scripts use the cookie. */
    static void setAttempt(HttpServletRequest request, HttpServletResponse response, String value) {
        set(request, response, ATTEMPT, value, "Lax", "; Max-Age=600");
    }

    static void removeAttempt(HttpServletRequest request, HttpServletResponse response) {
        set(request, response, ATTEMPT, "", "Lax", "; Max-Age=0");
    }

    static void setLogIn(HttpServletRequest request, HttpServletResponse response, String value) {
        set(request, response, LOG_IN, value, STRICT, "");
    }

    static void setForm(HttpServletRequest request, HttpServletResponse response, String value) {
        set(request, response, FORM, value, STRICT, "");
    }

    static void removeLogIn(HttpServletRequest request, HttpServletResponse response) {
        set(request, response, LOG_IN, "", STRICT, "; Max-Age=0");
    }

    static void removeForm(HttpServletRequest request, HttpServletResponse response) {
        set(request, response, FORM, "", STRICT, "; Max-Age=0");
    }

    private static Optional<String> find(HttpServletRequest request, String name) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(name(request, name)))
                        .map(Cookie::getValue)
                        .filter(value -> !value.isEmpty())
                        .findFirst();
    }

    private static String name(HttpServletRequest request, String name) {
        return request.isSecure() ? "__Host-" + name : name;
    }

    private static void set(
            HttpServletRequest request,
            HttpServletResponse response,
            String name,
            String value,
            String sameSite,
            String more) {
        response.addHeader(
                "Set-Cookie",
                name(request, name) + "=" + value + "; Path=/; HttpOnly; SameSite=" + sameSite
                        + (request.isSecure() ? "; Secure" : "") + more);
    }
}
