package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.HeaderCheck;
import org.banip.core.interconnect.Protocol;
import org.banip.core.json.JsonWriter;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.AuthenticationListener;
import org.banip.server.request.AwaitedRegistrations;
import org.banip.server.request.EarlyData;
import org.banip.server.request.HeaderFields;
import org.banip.server.request.WholeAnswer;
import org.banip.surrogate.interconnect.HostInterconnect;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;

/**
 * The resources of the protocol: registration, data, reverse channel, both in one, deregistration; for brokers, an
 * interconnect's BAN and the host's load.
 */
final class InterconnectServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Interconnects interconnects;
    private final transient HostParts parts;
    private final transient HostRequests requests;
    private final transient BrokerAccess access;
    private final transient BrokerStreams streams;
    private final transient AwaitedRegistrations awaited = new AwaitedRegistrations();
    private final String storeName;

    InterconnectServlet(Interconnects interconnects, HostParts parts, HostRequests requests, BrokerAccess access) {
        this.interconnects = interconnects;
        this.parts = parts;
        this.requests = requests;
        this.access = access;
        streams = new BrokerStreams(requests);
        if (access.demandsProof()) {
            streams.start(parts.workers().deadlines());
        }
        storeName = parts.store().name();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        requests.serve(request, response, this::serve);
    }

    private void serve(AsyncRequest call) {
        HttpServletRequest request = call.request();
        if (request.getMethod().equals("GET") && request.getPathInfo() == null) {
            BrokerAccess.Admitted unused = access.admit(call);
            AuthenticationListener.tell(request, true);
            answerLoad(call);
        } else {
            access.checkHeaders(request);
            BrokerAccess.Admitted broker = access.admit(call);
            AuthenticationListener.tell(request, true);
            String identity = access.identity(request);
            RequestAudit.sentBy(request, Access.mbu(identity));
            streams.watch(call, broker.lapsed());
            route(call, identity, broker);
        }
    }

    /** For brokers: how busy this host is, which store it has, and whether it can store. */
    private void answerLoad(AsyncRequest call) {
        checkPlainPath(call.request());
        String load = new JsonWriter()
                .beginObject()
                .field("interconnects", interconnects.count())
                .field("limit", parts.limits().interconnects())
                .field("store", storeName)
                .field("storing", parts.store().takesWrites())
                .endObject()
                .toString();
        Answers.json(call, HttpServletResponse.SC_OK, load);
    }

    private void route(AsyncRequest call, String identity, BrokerAccess.Admitted broker) {
        HttpServletRequest request = call.request();
        checkPlainPath(request);
        String path = request.getPathInfo() == null ? "" : request.getPathInfo();
        String[] segments = path.split("/", -1);
        String what = request.getMethod() + (segments.length > 2 ? " " + segments[2] : "");
        if (segments.length < 3) {
            EarlyData.refuse(request);
        }
        if (segments.length == 1 && what.equals("POST")) {
            checkType(request, Protocol.JSON_TYPE);
            requests.audit().loggedIn(request, broker.who());
            call.body().readInto(new RegistrationBody(requests, call, interconnects, parts, identity, awaited));
        } else if (segments.length == 3 && what.equals("POST " + Protocol.DATA)) {
            checkType(request, Protocol.FRAMES_TYPE);
            use(call, session(segments[1]), identity, found -> HttpDataPeer.read(requests, call, found));
        } else if (segments.length == 3 && what.equals("GET " + Protocol.REVERSE)) {
            use(call, session(segments[1]), identity, found -> ReverseStream.open(requests, call, found));
        } else if (segments.length == 3 && what.equals("POST " + Protocol.DUPLEX)) {
            checkType(request, Protocol.FRAMES_TYPE);
            use(call, session(segments[1]), identity, found -> DuplexStream.open(requests, call, found));
        } else if (segments.length == 2 && what.equals("GET")) {
            use(call, session(segments[1]), identity, found -> nothing(call));
        } else if (segments.length == 2 && what.equals("DELETE")) {
            interconnects.deregister(session(segments[1]), identity);
            nothing(call);
        } else {
            throw malformed(request.getMethod() + " is not a method of this resource");
        }
    }

    private static void nothing(AsyncRequest call) {
        call.response().setStatus(HttpServletResponse.SC_NO_CONTENT);
        WholeAnswer.write(call, new byte[0]);
    }

    /** A request that was sent right behind the registration waits for that. */
    private void use(AsyncRequest call, UUID session, String identity, Consumer<HostInterconnect> action) {
        Consumer<HostInterconnect> use = found -> {
            if (call.request().getHeader(Protocol.IDENTITY_HEADER) != null) {
                String ban = found.description().ban().id();
                call.response().setHeader(Protocol.BAN_HEADER, ban);
                call.response().setHeader(HeaderCheck.HEADER, HeaderCheck.of(ban));
            }
            action.accept(found);
        };
        String awaits = call.request().getHeader(Protocol.AWAIT_HEADER);
        if (!Protocol.AWAIT_REGISTRATION.equals(awaits)
                || interconnects.find(session).isPresent()) {
            use.accept(interconnects.find(session, identity));
            return;
        }
        String name = session.toString();
        awaited.await(call, name, identity, parts.limits().activation(), () -> {
            try {
                use.accept(interconnects.find(session, identity));
            } catch (BanipException e) {
                requests.refuse(call, e);
            }
        });
        if (interconnects.find(session).isPresent()) {
            // It was settled just before this request waited.
            awaited.settled(name, identity);
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
        if (!HeaderFields.hasType(request, type)) {
            throw malformed("Content-Type is " + request.getHeader("Content-Type") + ", must be " + type);
        }
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message);
    }

    private static BanipException malformed(String message, IllegalArgumentException cause) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, message, cause);
    }
}
