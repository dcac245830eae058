package org.banip.core.interconnect;

import java.util.UUID;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.banip.core.text.Utf8;
import org.jspecify.annotations.Nullable;

/** Names, numbers and rules for documents of the protocol over HTTP (docs/protocol.md, "Resources"). */
public final class Protocol {
    /** The protocol version of this code. */
    public static final int VERSION = 1;
    /** Content type of bodies made of frames. */
    public static final String FRAMES_TYPE = "application/vnd.banip.frames";
    /** Content type of documents. */
    public static final String JSON_TYPE = "application/json";
    /** Path of the registration resource, relative to the base URL. */
    public static final String INTERCONNECTS = "interconnects";
    /** Last path segment of the data resource of an interconnect. */
    public static final String DATA = "data";
    /** Last path segment of the reverse channel of an interconnect. */
    public static final String REVERSE = "reverse";
    /** Last path segment of the resource that is data and reverse channel of an interconnect in one request. */
    public static final String DUPLEX = "duplex";
    /** Request header of a request that was sent right behind the registration of its session. */
    public static final String AWAIT_HEADER = "Banip-Await";
    /** What such a request waits for. */
    public static final String AWAIT_REGISTRATION = "registration";
    /** Request header, with the value 1, of a request that somebody may be repeating (RFC 8470, section 5.1). */
    public static final String EARLY_DATA_HEADER = "Early-Data";
    /** Request header with the MBU's identity, from the broker to the host. The broker never takes it from the MBU. */
    public static final String IDENTITY_HEADER = "Banip-Identity";
    /** Header of an answer from the host to the broker, with the id of the interconnect's BAN. The broker does not pass it on. */
    public static final String BAN_HEADER = "Banip-Ban";
    /** Request header of a registration, from a broker with several hosts: what the broker wants to find in the surrogate's URL. */
    public static final String ROUTE_HEADER = "Banip-Route";
    /** Request header of a data request or reverse channel, with the name of the path that it uses (docs/protocol.md, "Names of paths"). */
    public static final String PATH_HEADER = "Banip-Path";
    /** Stands before the route in the surrogate's URL. */
    public static final char ROUTE_MARK = '~';
    /** Maximum length of a registration document, in bytes. */
    public static final int MAX_DOCUMENT = 262_144;

    /** Field of a registration and of its answer: whether groups may be retired. */
    static final String RETIRING = "retiring";

    /** The same: whether groups may be added. */
    static final String ADDING = "adding";

    /** Field of a registration: the detectors that the BAN declares. Of its answer: how many of them the host takes. */
    static final String DETECTORS = "detectors";

    private static final Pattern PATH_NAME = Pattern.compile("[a-z0-9._-]{1,32}");

    private Protocol() {}

    /** Whether a path may have this name. */
    public static boolean isPathName(String name) {
        return PATH_NAME.matcher(name).matches();
    }

    /**
     * The text of a received document.
     *
     * @throws BanipException {@code TOO_LONG} above {@link #MAX_DOCUMENT} bytes, {@code MALFORMED_REQUEST} if it is not UTF-8
     */
    public static String documentText(byte[] document) {
        if (document.length > MAX_DOCUMENT) {
            throw new BanipException(
                    ErrorCode.TOO_LONG, "document of " + document.length + " bytes exceeds limit " + MAX_DOCUMENT);
        }
        return Utf8.decode(document, 0, document.length)
                .orElseThrow(() -> new BanipException(ErrorCode.MALFORMED_REQUEST, "document is not UTF-8"));
    }

    /** Refuses documents of another protocol version. */
    static void requireVersion(JsonObject document) {
        long version = document.integer("protocol", 0, Long.MAX_VALUE);
        if (version != VERSION) {
            throw new BanipException(
                    ErrorCode.UNSUPPORTED_VERSION, "protocol " + version + " is not spoken here, " + VERSION + " is");
        }
    }

    /** Whether a registration or its answer says that groups may be retired. */
    static boolean retiring(JsonObject document) {
        return document.has(RETIRING) && document.bool(RETIRING);
    }

    /** Whether a registration or its answer says that groups may be added. */
    static boolean adding(JsonObject document) {
        return document.has(ADDING) && document.bool(ADDING);
    }

    /** The UUID in a field, in lower case. */
    static UUID uuid(JsonObject document, String name) {
        String text = document.string(name);
        try {
            UUID uuid = UUID.fromString(text);
            if (uuid.toString().equals(text)) {
                return uuid;
            }
        } catch (IllegalArgumentException e) {
            throw notAUuid(name, text, e);
        }
        throw notAUuid(name, text, null);
    }

    private static BanipException notAUuid(String name, String text, @Nullable Throwable cause) {
        BanipException e = new BanipException(
                ErrorCode.MALFORMED_REQUEST,
                "field " + name + " is " + Quoted.of(text) + ", must be a UUID in lower case");
        if (cause != null) {
            e.initCause(cause);
        }
        return e;
    }
}
