package org.banip.mbu.interconnect;

/** Does what the verdict about an error demands of the session, before a link connects again. */
final class ErrorRecovery {
    private ErrorRecovery() {}

    /** An error was judged so. */
    static void after(ErrorPolicy.Verdict verdict, Session session, Backoff backoff) {
        switch (verdict) {
            case RETRY:
            case REFUSED:
                session.forgotten();
                break;
            case REGISTER:
                session.forgotten();
                if (session.errors().hostWaits()) {
                    backoff.reset();
                }
                break;
            case NEW_SESSION:
                session.beginAnother();
                break;
            case OLDER_CHAIN:
                session.useOlderChain();
                break;
            case RESUME_CAREFULLY:
                session.care().begin();
                break;
            case GIVE_UP_PACKET:
                session.giveUpOutstanding();
                session.care().end();
                break;
            default:
                break;
        }
    }
}
