package org.banip.server.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Header fields of a request that may have several of one name. Any thread. */
public final class HeaderFields {
    private HeaderFields() {}

    /** The values of all fields of this name, in their order; none as well if the container does not show its header fields. */
    public static List<String> all(HttpServletRequest request, String name) {
        Enumeration<String> values = request.getHeaders(name);
        return values == null ? List.of() : Collections.list(values);
    }

    /**
     * Whether a request's body has this type; parameters do not matter. Jetty's {@code getContentType()} fails if one of them is a charset that Java
     * does not know.
     */
    public static boolean hasType(HttpServletRequest request, String type) {
        String seen = request.getHeader("Content-Type");
        return seen != null && seen.split(";", 2)[0].trim().equalsIgnoreCase(type);
    }

    /**
     * The value of the field of this name that may be there once (RFC 9110, section 5.3).
     *
     * @throws BanipException {@code MALFORMED_REQUEST} if there are several: two readers might each take another one
     */
    public static Optional<String> only(HttpServletRequest request, String name) {
        List<String> values = all(request, name);
        if (values.size() > 1) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, values.size() + " fields " + name + ", allowed is one");
        }
        return values.stream().findFirst();
    }

    /** All fields of this name as one list (RFC 9110, section 5.3); null if there is none. */
    public static @Nullable String joined(HttpServletRequest request, String name) {
        List<String> values = all(request, name);
        return values.isEmpty() ? null : String.join(", ", values);
    }
}
