package org.banip.mbu.command;

/** Retires groups, and takes them up again. Any thread. */
@FunctionalInterface
public interface GroupSwitch {
    /** The sensors of a group that the app has added were put away, or are back. */
    void set(String group, boolean present);
}
