package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.text.Quoted;
import org.banip.surrogate.activation.SurrogateLife;
import org.banip.surrogate.api.Disappearance;
import org.jspecify.annotations.Nullable;

/** An interconnect whose surrogate is being activated: nobody can find it yet. Any thread. */
final class PendingActivation {
    private final Negotiated wanted;
    private final Activated activated;
    private final CompletableFuture<RegistrationAnswer> answer = new CompletableFuture<>();
    private volatile @Nullable Disappearance ended;

    PendingActivation(Negotiated wanted, Activated activated) {
        this.wanted = wanted;
        this.activated = activated;
    }

    Negotiated wanted() {
        return wanted;
    }

    Activated activated() {
        return activated;
    }

    HostInterconnect interconnect() {
        return activated.interconnect();
    }

    SurrogateLife life() {
        return activated.life();
    }

    /** Where the registrations get their answer. */
    CompletableFuture<RegistrationAnswer> answer() {
        return answer;
    }

    /** Why it must not appear, if it must not. */
    Optional<Disappearance> ended() {
        return Optional.ofNullable(ended);
    }

    /** Ends it, also if its surrogate has just become active. */
    void end(Disappearance reason) {
        ended = reason;
        boolean unused = life().abandon(refusal(reason));
    }

    /** It took too long: nobody waits any more, unless its surrogate is active. */
    void tooLate(Duration limit) {
        String type = wanted.request().surrogateType();
        boolean unused = life().abandon(new BanipException(
                ErrorCode.LIMIT_REACHED,
                "the surrogate of type " + Quoted.of(type) + " was not active within " + limit.toMillis()
                        + " ms: try again later"));
    }

    static BanipException refusal(Disappearance reason) {
        return switch (reason) {
            case HOST_STOPPED -> new BanipException(ErrorCode.HOST_UNAVAILABLE, "the host stops");
            case CANCELLED ->
                new BanipException(ErrorCode.UNKNOWN_INTERCONNECT, "the surrogate cancelled its activation");
            default ->
                new BanipException(
                        ErrorCode.UNKNOWN_INTERCONNECT,
                        "the interconnect ended while its surrogate was being activated: " + reason.token());
        };
    }
}
