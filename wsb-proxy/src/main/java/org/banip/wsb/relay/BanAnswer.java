package org.banip.wsb.relay;

import java.util.Optional;
import java.util.function.Consumer;
import org.banip.core.interconnect.HeaderCheck;
import org.banip.core.interconnect.Protocol;
import org.banip.server.log.ServerLog;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;

/** A host's answer to the question which BAN an interconnect is of. */
final class BanAnswer extends BufferingResponseListener {
    private static final Logger LOG = ServerLog.of(BanAnswer.class);
    /** That of an error. */
    private static final int LONGEST = 4096;

    private final Consumer<String> answered;
    private final Runnable ended;

    /**
     * Waits for the answer.
     *
     * @param answered gets the id of the BAN, if the host tells it
     * @param ended called after that, in any case
     */
    BanAnswer(Consumer<String> answered, Runnable ended) {
        super(LONGEST);
        this.answered = answered;
        this.ended = ended;
    }

    /** The BAN in the head of a host's answer, unless it was damaged on its way. */
    static Optional<String> told(Response answer) {
        String ban = answer.getHeaders().get(Protocol.BAN_HEADER);
        return HeaderCheck.contradicts(answer.getHeaders().get(HeaderCheck.HEADER), ban)
                ? Optional.empty()
                : Optional.ofNullable(ban);
    }

    @Override
    public void onComplete(Result result) {
        try {
            Optional<String> ban = told(result.getResponse());
            if (result.getFailure() == null
                    && HttpStatus.isSuccess(result.getResponse().getStatus())
                    && ban.isPresent()) {
                answered.accept(ban.get());
            } else {
                LOG.debug("- no answer to the question for a BAN: {}", what(result));
            }
        } finally {
            ended.run();
        }
    }

    private static String what(Result result) {
        return result.getFailure() == null
                ? "status " + result.getResponse().getStatus()
                : Breakage.reason(result.getFailure());
    }
}
