package org.banip.surrogate.viewer;

import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.HeaderFields;
import org.banip.server.request.RequestBody;
import org.banip.surrogate.endpoint.HostRequests;

/** Gathers the fields of a small form that a page sends ({@code application/x-www-form-urlencoded}). Owned by the request's serial executor. */
final class FormBody implements RequestBody.Sink {
    static final String TYPE = "application/x-www-form-urlencoded";

    /** The most bytes of a form with a few short fields. */
    static final int SHORT = 4096;

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final AsyncRequest call;
    private final HostRequests requests;
    private final int mostBytes;
    private final Consumer<Map<String, String>> action;
    private final ByteArrayOutputStream form = new ByteArrayOutputStream();
    private boolean over;

    private FormBody(AsyncRequest call, HostRequests requests, int mostBytes, Consumer<Map<String, String>> action) {
        this.call = call;
        this.requests = requests;
        this.mostBytes = mostBytes;
        this.action = action;
    }

    /** Reads a short form, and runs the action with its fields by name; what it throws is the answer. */
    static void read(AsyncRequest call, HostRequests requests, Consumer<Map<String, String>> action) {
        read(call, requests, SHORT, action);
    }

    /** The same with another limit for the length of the form, in bytes. */
    static void read(AsyncRequest call, HostRequests requests, int mostBytes, Consumer<Map<String, String>> action) {
        if (!HeaderFields.hasType(call.request(), TYPE)
                || !isUtf8(call.request().getHeader("Content-Type"))) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "Content-Type must be " + TYPE + ", in UTF-8");
        }
        FormBody body = new FormBody(call, requests, mostBytes, action);
        call.after(
                LONGEST, () -> body.refuse(new BanipException(ErrorCode.SILENT, "the form does not come to its end")));
        call.body().readInto(body);
    }

    /** Whether a type names no other charset; browsers name none. */
    private static boolean isUtf8(String type) {
        return Arrays.stream(type.toLowerCase(Locale.ROOT).split(";", -1))
                .map(String::trim)
                .filter(parameter -> parameter.startsWith("charset="))
                .allMatch(parameter -> parameter.replace("\"", "").equals("charset=utf-8"));
    }

    @Override
    public void take(ByteBuffer bytes, Runnable done) {
        if (form.size() + bytes.remaining() > mostBytes) {
            refuse(new BanipException(ErrorCode.TOO_LONG, "the form exceeds limit " + mostBytes + " bytes"));
            return;
        }
        form.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        done.run();
    }

    @Override
    public void end() {
        if (over) {
            return;
        }
        over = true;
        try {
            action.accept(fields(form.toString(StandardCharsets.UTF_8)));
        } catch (BanipException e) {
            requests.refuse(call, e);
        }
    }

    private void refuse(BanipException cause) {
        if (!over && !call.hasEnded()) {
            over = true;
            requests.refuse(call, cause);
        }
    }

    static Map<String, String> fields(String form) {
        Map<String, String> fields = new HashMap<>();
        try {
            for (String pair : form.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "the form is malformed");
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
