package org.banip.surrogate.store;

import org.banip.surrogate.api.GroupStop;

/**
 * The command that stopped a group last, as the store has it.
 *
 * @param stop who and when
 * @param fromSequence the first sequence number that the group's retirement by this command may have
 */
public record NotedStop(GroupStop stop, long fromSequence) {}
