package org.banip.measure.jini;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;

/**
 * The surrogate whose data are sent: one group of two channels of 16 bits.
 *
 * @param description which it is
 */
record FeedSurrogate(SurrogateDescription description) implements SurrogateHandle {
    private static final int MOST = 32_767;

    static FeedSurrogate create() {
        Channel lead = new Channel("I", "mV", 16, -MOST - 1, MOST, -10, 10);
        Channel other = new Channel("II", "mV", 16, -MOST - 1, MOST, -10, 10);
        SensorGroup group = SensorGroup.live("ecg", Frequency.ofHz(1_000_000), List.of(lead, other));
        BanDescription ban = new BanDescription("measured", List.of(group));
        return new FeedSurrogate(new SurrogateDescription(UUID.randomUUID(), ban, "standard", 1));
    }

    @Override
    public SurrogateState state() {
        return SurrogateState.ACTIVE;
    }

    @Override
    public SurrogateStatistics statistics() {
        return new SurrogateStatistics(0, 0, 0, 0, 0, 0, 0, List.of());
    }

    @Override
    public CompletableFuture<CommandOutcome> sendCommand(String name, byte[] argument) {
        return CompletableFuture.failedFuture(
                new BanipException(ErrorCode.FORBIDDEN, "a measured surrogate takes no commands"));
    }

    @Override
    public void deregister() {}
}
