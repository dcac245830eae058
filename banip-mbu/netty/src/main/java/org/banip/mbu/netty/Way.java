package org.banip.mbu.netty;

/** What an exchange tells of the way to the host: whether an endless body, and the answer to its first frames, get through while it goes on. */
enum Way {
    /** Nothing is known yet. */
    UNKNOWN,
    /** The exchange broke before anything was known. */
    BROKEN,
    /** They get through. */
    OPEN,
    /** Something on the way holds them back, or refuses them. */
    HELD_BACK,
    /** The same, or the path was interrupted just then. */
    PERHAPS_HELD_BACK;

    /** If no answer came for longer than it should take, and this is known of the bytes that were sent. */
    static Way unanswered(Arrival arrival) {
        switch (arrival) {
            case YES:
                return HELD_BACK;
            case NO:
                return UNKNOWN;
            default:
                return PERHAPS_HELD_BACK;
        }
    }

    /** Whether an answer with this status, which is an error, says that an endless body is not taken. */
    static boolean isRefusal(int status) {
        return status == 404 || status == 405 || status == 411 || status == 501;
    }
}
