package org.banip.wsb.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.RequestBody;
import org.banip.wsb.host.ServingHost;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.slf4j.Logger;

/**
 * The last stage: passes bytes in both directions until either side ends or breaks. A break on one side breaks the other (docs/protocol.md,
 * section 4). Owned by the call's serial executor.
 */
final class Forwarding implements RequestBody.Sink, HostExchange.Listener, Downlink.Listener {
    private static final Logger LOG = ServerLog.of(Forwarding.class);
    /** A host that has no room, cannot store or is stopping answers so, and a proxy whose host is dead. */
    private static final Set<Integer> UNAVAILABLE =
            Set.of(HttpStatus.BAD_GATEWAY_502, HttpStatus.SERVICE_UNAVAILABLE_503, HttpStatus.GATEWAY_TIMEOUT_504);

    private final Broker broker;
    private final AsyncRequest call;
    private final Route route;
    private final ServingHost serving;
    private final HostExchange host;
    private final Downlink downlink;
    private final Runnable breaker = this::hostIsSilent;
    /** The hosts that a registration was sent to, this one included. */
    private final Set<ServingHost> tried;
    /** Whether the host refused the body, so that it does not get the rest. */
    private boolean refused;
    /** Whether the answer may be of a proxy whose host is dead. */
    private boolean doubtful;

    Forwarding(Broker broker, AsyncRequest call, Route route, ServingHost serving) {
        this(broker, call, route, serving, Set.of());
    }

    private Forwarding(Broker broker, AsyncRequest call, Route route, ServingHost serving, Set<ServingHost> before) {
        this.serving = serving;
        tried = new HashSet<>(before);
        tried.add(serving);
        this.broker = broker;
        this.call = call;
        this.route = route;
        this.downlink = new Downlink(call, broker.counted(), this::heard, this);
        var request = broker.host().request(serving.known(), route, call.request());
        this.host = route.resource().kind().hasStream()
                ? HostExchange.streaming(request, call.request().getContentLengthLong())
                : HostExchange.whole(
                        request,
                        route.registration().map(Registration::document).map(ByteBuffer::duplicate));
    }

    void begin() {
        broker.counted().relayed.increment();
        call.onBroken(this::mbuBroke);
        broker.hosts().began(serving, breaker);
        call.atEnd(this::over);
        host.send(call.executor(), this);
        if (route.resource().kind().hasStream()) {
            call.body().readInto(this);
        }
    }

    private void over() {
        serving.ended(breaker);
        host.abort(new IOException("the MBU's request is over"));
    }

    /** MBU → host. */
    @Override
    public void take(ByteBuffer bytes, Runnable done) {
        broker.counted().bytesUp.add(bytes.remaining());
        host.take(bytes, done);
    }

    @Override
    public boolean isBrief() {
        return true;
    }

    /** The MBU ended its body in order. */
    @Override
    public void end() {
        host.end();
    }

    /** Host → MBU. */
    @Override
    public void answered(Response answer, Content.Source content) {
        if (call.hasEnded() || call.isAnswering()) {
            return;
        }
        if (answer.getStatus() == HttpStatus.UNAUTHORIZED_401) {
            hostRefusesBroker(answer);
            return;
        }
        doubtful = UNAVAILABLE.contains(answer.getStatus()) && !serving.known().isOnly();
        if (!doubtful) {
            serving.answers();
        } else if (goneElsewhere()) {
            return;
        }
        if (HttpStatus.isSuccess(answer.getStatus())) {
            bind(BanAnswer.told(answer));
        } else if (call.body().isUnread()) {
            // The host refuses the body. Sending more of it would break the answer.
            refused = true;
            broker.refusals().discard(call);
        }
        downlink.begin(answer, content);
    }

    private void heard() {
        if (!doubtful) {
            serving.heard();
        }
    }

    /** If this were passed on, the MBU would take its credentials for wrong and give up. */
    private void hostRefusesBroker(Response answer) {
        serving.reach().fails(call.label(), Breakage.refusal(answer));
        serving.broke();
        broker.refusals()
                .refuse(
                        call,
                        new BanipException(
                                ErrorCode.HOST_UNAVAILABLE,
                                "the surrogate host does not accept this broker's credentials"));
    }

    /**
     * The host has this interconnect, and this identity may use it. An accepted stream tells that as well as a registration, so that a broker that
     * was restarted knows again where a session is.
     */
    private void bind(Optional<String> banOfHost) {
        switch (route.resource().kind()) {
            case REGISTRATION ->
                route.registration().ifPresent(document -> {
                    bind(document.session(), Optional.of(document.banId()));
                    broker.audit().registered(call, route, serving.known().id());
                    broker.awaited()
                            .settled(document.session(), route.identity().name());
                });
            case DATA, REVERSE, DUPLEX ->
                route.resource().interconnect().ifPresent(interconnect -> bind(interconnect, banOfHost));
            case DEREGISTRATION -> route.resource().interconnect().ifPresent(broker.owners()::release);
        }
    }

    private void bind(String interconnect, Optional<String> ban) {
        broker.owners().bind(interconnect, route.identity(), serving.known().id(), ban);
    }

    @Override
    public void answerRead() {
        if (!refused && !call.body().isUnread()) {
            host.whenOver(() -> downlink.finish(call::complete));
            return;
        }
        host.abort(new IOException("the host answered before the body ended"));
        downlink.finish(() -> broker.refusals().end(call));
    }

    /** The host's connection broke, or could not be made. */
    @Override
    public void broken(Throwable failure) {
        if (call.hasEnded()) {
            return;
        }
        broker.counted().brokenByHost.increment();
        String reason = Breakage.reason(failure);
        String what = "the broker cannot reach the surrogate host: " + reason;
        String why = reason;
        if (host.wasConnected()) {
            what = "the broker's connection to the surrogate host broke: " + reason;
            why = "the connection broke: " + reason;
        }
        if (call.isAnswering()) {
            LOG.warn(
                    "{} connection to {} broke: {}",
                    call.label(),
                    serving.known().base(),
                    reason);
        } else {
            serving.reach().fails(call.label(), why);
        }
        if (host.wasConnected()) {
            serving.broke();
        } else if (notReached(failure)) {
            return;
        }
        broker.refusals().refuse(call, new BanipException(ErrorCode.HOST_UNAVAILABLE, what));
    }

    /** Nothing of the request has reached the host. */
    private boolean notReached(Throwable failure) {
        if (Breakage.isRefusal(failure)) {
            serving.unusable();
        } else {
            serving.broke();
        }
        return !call.isAnswering() && goneElsewhere();
    }

    /** The host opened nothing. If another one lives, a registration goes there, and other requests need one. */
    private boolean goneElsewhere() {
        if (route.registration().isEmpty() || serving.known().isOnly()) {
            return false;
        }
        serving.takesNone();
        Optional<ServingHost> other = broker.hosts().ofRegistrationAgain(tried);
        other.ifPresent(living -> {
            host.abort(new IOException("another host gets the registration"));
            new Forwarding(broker, call, route, living, tried).begin();
        });
        return other.isPresent();
    }

    /** On a worker, which must not be held up. The MBU tries again now, and not after its own bound of silence. */
    private void hostIsSilent() {
        broker.host().executor().execute(() -> call.executor().execute(this::breakOff));
    }

    private void breakOff() {
        if (!call.hasEnded() && host.isOpen()) {
            broker.counted().brokenByHost.increment();
            LOG.warn(
                    "{} request to {} is broken off: it sends nothing",
                    call.label(),
                    serving.known().base());
            broker.refusals()
                    .refuse(call, new BanipException(ErrorCode.HOST_UNAVAILABLE, "the surrogate host sends nothing"));
        }
    }

    private void mbuBroke(Throwable failure) {
        broker.counted().brokenByMbu.increment();
        LOG.info("{} connection of {} broke: {}", call.label(), route.identity(), Breakage.reason(failure));
    }
}
