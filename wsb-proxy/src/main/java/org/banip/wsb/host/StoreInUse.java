package org.banip.wsb.host;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which store the hosts of a broker must have: the one that most of them had first. It changes when no known host has it any more, or when at least
 * two living hosts agree on another one and fewer have this one; so a single stranger never takes over, and a dead host does not decide alone.
 * Guarded by its monitor.
 */
final class StoreInUse {
    private @Nullable String inUse;

    /** The first host with the store in use, living hosts before dead ones; empty as long as no host has told its store. */
    synchronized Optional<ServingHost> firstOf(Collection<ServingHost> hosts) {
        Map<String, Integer> living = new LinkedHashMap<>();
        for (ServingHost host : hosts) {
            host.store().ifPresent(store -> living.merge(store, host.isDead() ? 0 : 1, Integer::sum));
        }
        inUse = choose(living);
        return hosts.stream()
                .filter(host -> host.store().isPresent() && host.store().get().equals(inUse))
                .min(Comparator.comparing(ServingHost::isDead));
    }

    private @Nullable String choose(Map<String, Integer> living) {
        String most = null;
        for (Map.Entry<String, Integer> store : living.entrySet()) {
            if (most == null || store.getValue() > living.getOrDefault(most, 0)) {
                most = store.getKey();
            }
        }
        Integer now = inUse == null ? null : living.get(inUse);
        boolean stays = now != null && most != null && living.getOrDefault(most, 0) <= Math.max(now, 1);
        return stays ? inUse : most;
    }
}
