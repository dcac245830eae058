package org.banip.mbu.send;

/** Whether a group's sensors are there; the app says it. Any thread. */
interface GroupPresence {
    /** They were put away: nothing more is taken. Does nothing if the group is retired. */
    void retire();

    /** They are back. Does nothing if the group is not retired. */
    void resume();
}
