package org.banip.wsb.relay;

import org.banip.core.error.BanipException;
import org.banip.wsb.host.HostLoad;
import org.banip.wsb.host.HostQuestion;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;

/** A host's answer to the question for its load. */
final class LoadAnswer extends BufferingResponseListener {
    private static final int LONGEST = 4096;

    private final HostQuestion.Listener listener;

    LoadAnswer(HostQuestion.Listener listener) {
        super(LONGEST);
        this.listener = listener;
    }

    @Override
    public void onComplete(Result result) {
        Throwable failure = result.getFailure();
        if (failure != null) {
            if (Breakage.isRefusal(failure)) {
                listener.unusable(Breakage.reason(failure));
            } else {
                listener.unanswered(Breakage.reason(failure));
            }
        } else if (result.getResponse().getStatus() == HttpStatus.UNAUTHORIZED_401) {
            listener.unusable(Breakage.REFUSED_TOKEN);
        } else if (result.getResponse().getStatus() != HttpStatus.OK_200) {
            listener.unusable("it answers " + result.getResponse().getStatus() + " to the question for its load");
        } else {
            read(getContentAsString());
        }
    }

    private void read(String document) {
        HostLoad load;
        try {
            load = HostLoad.fromJson(document);
        } catch (BanipException e) {
            listener.unusable("its load cannot be read: " + e.getMessage());
            return;
        }
        listener.answered(load);
    }
}
