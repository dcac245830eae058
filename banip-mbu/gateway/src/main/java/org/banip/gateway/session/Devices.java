package org.banip.gateway.session;

import io.netty.handler.codec.CodecException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.gateway.spi.DeviceLogIn;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** What devices may do, whichever protocol they speak. Any thread. */
public final class Devices {
    private static final Logger LOG = ServerLog.of(Devices.class);
    private static final String LOG_IN = "log-in";
    private static final String OTHER = "other";

    private final BanSessions sessions;
    private final DeviceLogIn logIn;
    private final PeerLog lines;
    private final LongAdder taken = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** Devices that send to these sessions. */
    public Devices(BanSessions sessions, DeviceLogIn logIn) {
        this.sessions = sessions;
        this.logIn = logIn;
        lines = PeerLog.ofAnybody(System::nanoTime, sessions::after);
    }

    /** Checks a device. */
    public CompletionStage<DeviceLogIn.Answer> logIn(Optional<String> authorization, String remoteAddress) {
        return logIn.logIn(authorization, remoteAddress).whenComplete((answer, failure) -> {
            if (!(answer instanceof DeviceLogIn.Answer.Accepted)) {
                refused.increment();
                String why = whyNot(answer);
                lines.happened(
                        LOG_IN,
                        remoteAddress,
                        end -> LOG.warn("- log-in from {} refused: {}{}", remoteAddress, why, end));
            }
        });
    }

    private static String whyNot(DeviceLogIn.@Nullable Answer answer) {
        if (answer instanceof DeviceLogIn.Answer.Refused wrong) {
            return wrong.reason();
        }
        return answer instanceof DeviceLogIn.Answer.Busy busy ? busy.reason() : "internal error";
    }

    /** Takes a message of a device. If there is no room, the same may be offered again. */
    public Taking take(String user, String ban, String group, DeviceMessage message) {
        Taking taking = logIn.permits(user, ban) ? sessions.take(ban, group, message) : forbidden(ban);
        count(taking, user, ban, group);
        return taking;
    }

    /** Takes the description of a BAN. Completes on another thread, never exceptionally. */
    public CompletionStage<Taking> describe(String user, String ban, String text) {
        return described(user, ban, text).thenApply(taking -> {
            count(taking, user, ban, "its description");
            return taking;
        });
    }

    private CompletionStage<Taking> described(String user, String ban, String text) {
        if (!logIn.permits(user, ban)) {
            return CompletableFuture.completedFuture(forbidden(ban));
        }
        try {
            DescribedBan described = DescribedBan.fromJson(text);
            if (!described.ban().id().equals(ban)) {
                return CompletableFuture.completedFuture(
                        new Taking.Refused(Taking.Reason.DESCRIPTION, "the description is of another BAN than " + ban));
            }
            return sessions.describe(described)
                    .handle((refusal, failure) -> failure == null ? known(refusal) : internal(ban));
        } catch (BanipException e) {
            boolean form = e.code() != ErrorCode.INVALID_DESCRIPTION;
            return CompletableFuture.completedFuture(new Taking.Refused(
                    form ? Taking.Reason.MALFORMED : Taking.Reason.DESCRIPTION, String.valueOf(e.getMessage())));
        }
    }

    private static Taking known(Optional<Taking.Refused> refusal) {
        return refusal.isPresent() ? refusal.get() : new Taking.Taken(CompletableFuture.completedFuture(null));
    }

    private static Taking internal(String ban) {
        return new Taking.Refused(Taking.Reason.ENDED, "internal error, BAN " + ban + " is not sent");
    }

    private static Taking forbidden(String ban) {
        return new Taking.Refused(Taking.Reason.FORBIDDEN, "this user may not write BAN " + ban);
    }

    private void count(Taking taking, String user, String ban, String what) {
        if (taking instanceof Taking.Taken) {
            taken.increment();
        } else if (taking instanceof Taking.Refused why) {
            refused.increment();
            String device = user.isEmpty() ? "a device" : "user " + user;
            lines.happened(
                    why.reason().name(),
                    user + "/" + ban,
                    end -> LOG.warn(
                            "- refused: BAN {}, {}: {}: {}, {}{}", ban, what, device, why.reason(), why.logged(), end));
        }
    }

    /** Counts a refusal for which there is no BAN: a topic or a path that is not a gateway's, or a broken rule of the protocol. */
    public void refusedOtherwise(String remoteAddress, String what) {
        refused.increment();
        lines.happened(OTHER, remoteAddress, end -> LOG.warn("- refused: {}, from {}{}", what, remoteAddress, end));
    }

    /** A connection ends before its time: because of the network, of bytes that are no TLS or no protocol of a gateway, or of an internal error. */
    public void broke(String remoteAddress, Throwable cause) {
        if (cause instanceof CodecException) {
            refusedOtherwise(remoteAddress, "a connection with wrong bytes, or with other TLS than ours");
        } else if (!(cause instanceof IOException)) {
            LOG.error("- internal error, a message from {} was not taken", remoteAddress, cause);
        }
    }

    /** Messages that were taken, repetitions included. */
    public long taken() {
        return taken.sum();
    }

    /** Messages, requests and log-ins that were refused. */
    public long refused() {
        return refused.sum();
    }
}
