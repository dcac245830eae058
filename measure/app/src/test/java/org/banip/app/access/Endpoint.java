package org.banip.app.access;

import java.util.List;
import org.banip.core.interconnect.Protocol;

/**
 * Something to ask for: a column of a table.
 *
 * @param name the head of the column
 * @param method of the request
 * @param path relative to the base URL; {@code {session}} stands for a session of ban-1 that is there, {@code {alert}} for an alert that is not
 * @param type of the body; empty for a request without one
 * @param lists whether the answer has {@code "ban-1"} if the caller may know of this BAN
 */
record Endpoint(String name, String method, String path, String type, boolean lists) {
    static final String FORM_TYPE = "application/x-www-form-urlencoded";

    static final Endpoint REGISTRATION = post("register", "interconnects", Protocol.JSON_TYPE);
    static final Endpoint DEREGISTRATION = new Endpoint("deregister", "DELETE", "interconnects/{session}", "", false);
    static final Endpoint LOG_IN = post("log in", "login", FORM_TYPE);
    static final Endpoint LOG_OUT = post("log out", "logout", FORM_TYPE);
    static final Endpoint LIST = new Endpoint("list", "GET", "surrogates?of={session}", "", true);

    /** What an MBU asks for (docs/protocol.md, section 2), without what only brokers ask for. */
    static final List<Endpoint> PROTOCOL = List.of(
            REGISTRATION,
            post("data", "interconnects/{session}/data", Protocol.FRAMES_TYPE),
            get("reverse", "interconnects/{session}/reverse"),
            post("duplex", "interconnects/{session}/duplex", Protocol.FRAMES_TYPE),
            DEREGISTRATION);

    private static final List<Endpoint> BROKERS =
            List.of(get("load", "interconnects"), get("BAN", "interconnects/{session}"));
    private static final List<Endpoint> PEOPLE = List.of(
            LIST,
            get("live", "surrogates/{session}/live"),
            new Endpoint("recordings", "GET", "recordings", "", true),
            get("recording", "recordings/ban-1{recorded}"),
            get("alerts", "alerts"),
            post("acknowledge", "alerts/{alert}/acknowledge", FORM_TYPE),
            post("end", "alerts/{alert}/end", FORM_TYPE),
            get("commands", "surrogates/{session}/commands"),
            post("command", "surrogates/{session}/commands/blink", FORM_TYPE));
    private static final List<Endpoint> PAGES = List.of(
            get("page", ""),
            get("form", "login"),
            LOG_IN,
            get("provider", "oidc"),
            LOG_OUT,
            get("who", "who"),
            get("other", "other"));

    /** All that a broker is asked for: a host's own resources are none of its. */
    static final List<Endpoint> OF_BROKER = joined(List.of(PROTOCOL, BROKERS, PEOPLE, PAGES));
    /** All that a host is asked for. */
    static final List<Endpoint> OF_HOST = OF_BROKER;
    /** What the port for health and metrics is asked for. */
    static final List<Endpoint> OF_HEALTH =
            List.of(get("healthz", "healthz"), get("readyz", "readyz"), get("metrics", "metrics"));

    private static Endpoint get(String name, String path) {
        return new Endpoint(name, "GET", path, "", false);
    }

    private static Endpoint post(String name, String path, String type) {
        return new Endpoint(name, "POST", path, type, false);
    }

    private static List<Endpoint> joined(List<List<Endpoint>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }

    /** Whether it needs a session that is there. */
    boolean needsSession() {
        return path.contains("{session}");
    }

    /** The path as docs/people.md has it. */
    String template() {
        return "/"
                + path.replaceAll("\\?.*|\\{recorded}", "")
                        .replace("{alert}", "{id}")
                        .replace("/ban-1", "/{ban}")
                        .replace("/blink", "/{name}");
    }

    /** How the page says what is asked for. */
    String inWords() {
        return "`" + method + " /" + path.replaceAll("\\?.*|\\{recorded}", "") + "`";
    }
}
