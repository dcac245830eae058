package org.banip.surrogate.people;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.address.ClientNetwork;

/** Counts the questions to the identity provider that are under way, by network, so that one network leaves places to the others. Any thread. */
final class WaitingLogIns {
    /** Questions of one network at a time. The host asks the provider sixteen questions at a time. */
    private static final int OF_NETWORK = 8;

    private final Map<ClientNetwork, Integer> waiting = new HashMap<>();

    /**
     * Asks, unless the network has too many questions under way.
     *
     * @return what was asked; fails with {@code LIMIT_REACHED} if nothing was
     */
    <T> CompletionStage<T> ask(ClientNetwork network, Supplier<CompletionStage<T>> question) {
        if (!enter(network)) {
            return CompletableFuture.failedFuture(new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "more than " + OF_NETWORK
                            + " log-ins from this address wait for the identity provider, try again later"));
        }
        try {
            return question.get().whenComplete((answer, failure) -> leave(network));
        } catch (RuntimeException e) {
            leave(network);
            throw e;
        }
    }

    private synchronized boolean enter(ClientNetwork network) {
        int before = waiting.getOrDefault(network, 0);
        if (before == OF_NETWORK) {
            return false;
        }
        waiting.put(network, before + 1);
        return true;
    }

    private synchronized void leave(ClientNetwork network) {
        waiting.computeIfPresent(network, (unused, before) -> before == 1 ? null : before - 1);
    }
}
