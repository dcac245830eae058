package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.interconnect.HostInterconnect;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;

/** The resources of the protocol: registration, data, reverse channel, deregistration. */
final class InterconnectServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Interconnects interconnects;
    private final transient HostParts parts;
    private final transient Access access;
    private final transient Buffers buffers = new Buffers();

    InterconnectServlet(Interconnects interconnects, HostParts parts, Access access) {
        this.interconnects = interconnects;
        this.parts = parts;
        this.access = access;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            route(request, response, access.identity(request));
        } catch (BanipException e) {
            refuse(request, response, e);
        }
    }

    private void route(HttpServletRequest request, HttpServletResponse response, String identity) throws IOException {
        checkPlainPath(request);
        String path = request.getPathInfo() == null ? "" : request.getPathInfo();
        String[] segments = path.split("/", -1);
        String what = request.getMethod() + (segments.length > 2 ? " " + segments[2] : "");
        if (segments.length == 1 && what.equals("POST")) {
            checkType(request, Protocol.JSON_TYPE);
            new RegistrationExchange(request, response, interconnects, parts, buffers).begin(identity);
        } else if (segments.length == 3 && what.equals("POST " + Protocol.DATA)) {
            checkType(request, Protocol.FRAMES_TYPE);
            HostInterconnect interconnect = interconnects.find(session(segments[1]), identity);
            new DataExchange(request, response, parts, buffers).begin(interconnect);
        } else if (segments.length == 3 && what.equals("GET " + Protocol.REVERSE)) {
            HostInterconnect interconnect = interconnects.find(session(segments[1]), identity);
            new ReverseExchange(request, response, parts).begin(interconnect);
        } else if (segments.length == 2 && what.equals("DELETE")) {
            interconnects.end(interconnects.find(session(segments[1]), identity), Disappearance.DEREGISTERED);
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        } else {
            throw malformed(request.getMethod() + " is not a method of this resource");
        }
    }

    /** A path has one spelling: what is encoded, doubled or leads up is not what broker and access rules looked at. */
    private static void checkPlainPath(HttpServletRequest request) {
        String plain = request.getContextPath()
                + request.getServletPath()
                + (request.getPathInfo() == null ? "" : request.getPathInfo());
        if (!plain.equals(request.getRequestURI())) {
            throw malformed("the path is not in its plain form");
        }
    }

    private static UUID session(String text) {
        try {
            UUID session = UUID.fromString(text);
            if (session.toString().equals(text)) {
                return session;
            }
        } catch (IllegalArgumentException e) {
            throw malformed("the path names no session", e);
        }
        throw malformed("the path names no session in lower case");
    }

    /** Also keeps pages of other sites out: a browser asks before it sends such a type across sites. */
    private static void checkType(HttpServletRequest request, String type) {
        String seen = request.getContentType();
        if (seen == null || !seen.split(";", 2)[0].trim().equalsIgnoreCase(type)) {
            throw malformed("Content-Type is " + seen + ", must be " + type);
        }
    }

    /** A body that was not read is let run out for a moment, so that the sender sees the answer. */
    private void refuse(HttpServletRequest request, HttpServletResponse response, BanipException cause)
            throws IOException {
        boolean body = request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
        if (body) {
            new DataExchange(request, response, parts, buffers).refuse(cause);
        } else {
            Answers.error(response, cause);
        }
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }

    private static BanipException malformed(String message, IllegalArgumentException cause) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message, cause);
    }
}
