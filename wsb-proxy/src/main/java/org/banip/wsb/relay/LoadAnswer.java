package org.banip.wsb.relay;

import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.server.log.ServerLog;
import org.banip.wsb.host.HostLoad;
import org.banip.wsb.host.HostQuestion;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;

/** A host's answer to the question for its load. */
final class LoadAnswer extends BufferingResponseListener {
    private static final Logger LOG = ServerLog.of(LoadAnswer.class);
    private static final int LONGEST = 4096;
    /** A host with too many connections or requests answers them. */
    private static final Set<Integer> BUSY =
            Set.of(HttpStatus.SERVICE_UNAVAILABLE_503, HttpStatus.TOO_MANY_REQUESTS_429);

    private final HostQuestion.Listener listener;

    LoadAnswer(HostQuestion.Listener listener) {
        super(LONGEST);
        this.listener = listener;
    }

    @Override
    public void onComplete(Result result) {
        Throwable failure = result.getFailure();
        if (failure == null) {
            answered(result.getResponse());
        } else if (Breakage.isRefusal(failure)) {
            listener.unusable(Breakage.reason(failure));
        } else {
            listener.unanswered(Breakage.reason(failure));
        }
    }

    private void answered(Response answer) {
        int status = answer.getStatus();
        if (status == HttpStatus.OK_200) {
            read(getContentAsString());
        } else if (BUSY.contains(status)) {
            busy(status, getContentAsString());
        } else if (status == HttpStatus.UNAUTHORIZED_401) {
            listener.refused(Breakage.refusal(answer));
        } else {
            listener.refused(answers(status));
        }
    }

    /** The host itself says why. A proxy, which knows no such reasons, may answer for a host that is dead. */
    private void busy(int status, String document) {
        try {
            if (ErrorCode.ofToken(JsonObject.parse(document).string("error")).isPresent()) {
                listener.busy();
                return;
            }
        } catch (BanipException e) {
            LOG.debug("- {} to the question for a host's load is not of a host: {}", status, e.getMessage());
        }
        listener.unanswered(answers(status));
    }

    private static String answers(int status) {
        return "it answers " + status + " to the question for its load";
    }

    private void read(String document) {
        HostLoad load;
        try {
            load = HostLoad.fromJson(document);
        } catch (BanipException e) {
            listener.refused("its load cannot be read: " + e.getMessage());
            return;
        }
        listener.answered(load);
    }
}
