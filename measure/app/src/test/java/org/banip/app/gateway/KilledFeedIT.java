package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.banip.app.system.BanipProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A gateway's process is killed while it gives on what devices have sent: the far host has everything exactly once and in order. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(900)
class KilledFeedIT {
    private static final int KILLS = Integer.getInteger("banip.kills", 8);
    private static final long SEED = Long.getLong("banip.seed", System.nanoTime());
    private static final int MOST_MILLIS = 1_500;

    @TempDir
    private Path directory;

    @Test
    void whatTheStoreHasIsSentExactlyOnceHoweverOftenTheGatewayIsKilled() throws Exception {
        System.out.println("banip.seed=" + SEED);
        Random random = new Random(SEED);
        try (FarHost far = new FarHost(directory)) {
            String[] parameters = {directory.toString(), far.base().toString(), "1", "2", "3", "4", "5", "6", "7", "8"};
            for (int kill = 0; kill < KILLS; kill++) {
                if (random.nextBoolean()) {
                    far.reachable();
                } else {
                    far.unreachable();
                }
                try (BanipProcess process = start(parameters)) {
                    assertThat(process.awaitReady()).isNotNull();
                    Duration life = Duration.ofMillis(random.nextInt(MOST_MILLIS));
                    await().pollDelay(life).atMost(life.plusMinutes(1)).until(() -> true);
                    process.kill();
                }
            }
            far.reachable();
            try (BanipProcess process = start(parameters)) {
                assertThat(process.awaitExit(Duration.ofMinutes(10)))
                        .as(process.said())
                        .isZero();
            }
            far.assertHas("ban-1", FedGatewayProcess.devices(parameters).toArray(SentBan[]::new));
        }
    }

    private BanipProcess start(String... parameters) throws Exception {
        return BanipProcess.start(
                BanipProcess.command(FedGatewayProcess.class, parameters), "gateway", directory, Map.of());
    }
}
