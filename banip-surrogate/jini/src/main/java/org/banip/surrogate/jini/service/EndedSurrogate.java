package org.banip.surrogate.jini.service;

import java.util.concurrent.CompletableFuture;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;

/**
 * A surrogate that has ended.
 *
 * @param description which it was
 * @param statistics what went through it; without groups if nobody counted
 */
public record EndedSurrogate(SurrogateDescription description, SurrogateStatistics statistics)
        implements SurrogateHandle {
    @Override
    public SurrogateState state() {
        return SurrogateState.ENDED;
    }

    @Override
    public CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument) {
        return CompletableFuture.failedFuture(new BanipException(
                ErrorCode.UNKNOWN_INTERCONNECT, "interconnect " + description.session() + " has ended"));
    }

    @Override
    public void deregister() {}
}
