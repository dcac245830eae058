package org.banip.surrogate.jini.subscription;

import java.util.Locale;

/** Why a subscription ended. */
public enum SubscriptionEnd {
    /** The subscriber ended it. */
    UNSUBSCRIBED,
    /** The surrogate disappeared; the subscriber was told. */
    DISAPPEARED,
    /** It was not renewed in time. */
    NOT_RENEWED,
    /** A call had no answer in time, for example because the subscriber's process was stopped. */
    CUT_OFF,
    /** A call did not get through, or the subscriber answered with an exception. */
    FAILED,
    /** The host stopped. */
    HOST_STOPPED;

    /** The token in logs and documents, for example {@code cut-off}. */
    public String token() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
