package org.banip.app.gateway;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.session.Taking;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.api.SurrogateState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The surrogates of devices that speak BANip: activation describes the BAN to the gateway, and refuses the registration if the gateway does not take
 * it. Samples do not come this way, but from the store. Any thread.
 */
final class GatewaySurrogates implements SurrogateProvider {
    private static final Logger LOG = ServerLog.of(GatewaySurrogates.class);

    private final Function<DescribedBan, CompletionStage<Optional<Taking.Refused>>> describe;
    private final Runnable sessionCame;
    /** Of these BANs the log has said what does not go on. At most as many as the gateway takes. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private final Set<SurrogateHandle> active = ConcurrentHashMap.newKeySet();

    /**
     * Surrogates of a gateway.
     *
     * @param describe gives a BAN to the gateway
     * @param sessionCame is run for each that was activated
     */
    GatewaySurrogates(
            Function<DescribedBan, CompletionStage<Optional<Taking.Refused>>> describe, Runnable sessionCame) {
        this.describe = describe;
        this.sessionCame = sessionCame;
    }

    /** The type that devices get which name none. */
    @Override
    public String name() {
        return RegistrationRequest.STANDARD_SURROGATE;
    }

    @Override
    public CompletableFuture<Surrogate> create() {
        return CompletableFuture.completedFuture(new Surrogate() {
            private @Nullable SurrogateHandle own;

            @Override
            public void activate(HostContext host, SurrogateContext context) throws InterruptedException {
                begin(context.handle().description().ban());
                own = context.handle();
                came(own);
            }

            /** The BAN stays, and what is stored of it goes on. */
            @Override
            public void deactivate() {
                if (own != null) {
                    active.remove(own);
                }
            }
        });
    }

    private void begin(BanDescription ban) throws InterruptedException {
        DescribedBan described = DescribedBan.ofDevice(ban);
        Optional<Taking.Refused> refused;
        try {
            refused = describe.apply(described).toCompletableFuture().get();
        } catch (ExecutionException e) {
            LOG.error("- internal error, BAN {} is not taken", ban.id(), e.getCause());
            throw new BanipException(ErrorCode.INTERNAL, "internal error, BAN " + ban.id() + " is not taken", e);
        }
        if (refused.isPresent()) {
            throw new BanipException(code(refused.get().reason()), refused.get().message());
        }
        tell(ban);
        sessionCame.run();
    }

    /** A device that was restarted has left a session that is silent soon; two devices with one BAN are a mistake. */
    private void came(SurrogateHandle session) {
        String ban = session.description().ban().id();
        for (SurrogateHandle other : active) {
            if (other.description().ban().id().equals(ban) && other.state() == SurrogateState.ACTIVE) {
                LOG.warn(
                        "{}: BAN {} has another session, {}, that was heard just now; if two devices send this BAN, their samples are"
                                + " mixed in one record",
                        session.description().session(),
                        ban,
                        other.description().session());
                break;
            }
        }
        active.add(session);
    }

    /** A device gives up when its description is wrong here, and tries again when that may change. */
    private static ErrorCode code(Taking.Reason reason) {
        return switch (reason) {
            case TOO_MANY -> ErrorCode.LIMIT_REACHED;
            case ENDED -> ErrorCode.STORAGE_UNAVAILABLE;
            case FORBIDDEN -> ErrorCode.FORBIDDEN;
            default -> ErrorCode.INVALID_DESCRIPTION;
        };
    }

    private void tell(BanDescription ban) {
        String groups = ban.groups().stream()
                .filter(group -> group.thinning().isPresent() || group.lateAs().isPresent())
                .map(SensorGroup::name)
                .collect(Collectors.joining(", "));
        if (!groups.isEmpty() && told.add(ban.id())) {
            LOG.warn(
                    "- BAN {}: thinning and lateAs of {} are not passed on; each group is sent for itself",
                    ban.id(),
                    groups);
        }
    }
}
