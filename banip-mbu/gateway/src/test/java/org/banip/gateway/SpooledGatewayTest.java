package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.banip.gateway.session.DescribedBan;
import org.banip.gateway.settings.Acknowledge;
import org.banip.gateway.settings.DurableSpool;
import org.banip.gateway.settings.GatewayLimits;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.SpoolKeyFile;
import org.banip.mbu.spi.OfferOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway with a directory that ends and starts again. */
class SpooledGatewayTest extends GatewayFixture {
    private static final String ECG = "/bans/ban-17/groups/ecg/samples";
    private static final String WEIGHT = "/bans/ban-17/groups/weight/samples";
    private static final int SETS = 10;

    @TempDir
    private Path path;

    private final HttpClient device = HttpClient.newHttpClient();
    private DurableSpool directory;

    @BeforeEach
    void directory() {
        directory = new DurableSpool(path.resolve("spool"));
    }

    private Gateway gateway(UnaryOperator<Gateway.Builder> more) {
        return start(builder -> more.apply(builder.spool(directory)));
    }

    private Gateway gateway() {
        return gateway(UnaryOperator.identity());
    }

    private int post(String to, String message, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(http(to)).POST(BodyPublishers.ofString(message));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return device.send(request.build(), BodyHandlers.ofString()).statusCode();
    }

    private int postWeight(String message, String name) throws Exception {
        return post(WEIGHT, message, "Idempotency-Key", name);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasTakenWhileTheHostWasAwayIsDeliveredByTheNextStart(boolean encrypted) throws Exception {
        if (encrypted) {
            Path file = path.resolve("key");
            SpoolKeyFile.make(file);
            directory = new DurableSpool(
                    directory.directory(),
                    Optional.of(Duration.ZERO),
                    Optional.empty(),
                    Optional.of(SpoolKeyFile.read(file)),
                    List.of());
        }
        short[] samples = noise(2 * 3 * SETS);
        host.stop();
        UUID session;
        Gateway first = gateway();
        assertThat(post(ECG, csv(samples, 0, SETS))).isEqualTo(204);
        assertThat(post(ECG, csv(samples, 1, SETS))).isEqualTo(204);
        assertThat(postWeight("81.4", "a")).isEqualTo(204);
        session = first.counters().mbus().get("ban-17").session();
        first.close();
        assertThat(first.counters().kept()).containsEntry("ban-17", 2L * SETS + 1);
        assertThat(first.counters().lost()).isEmpty();

        Gateway second = startWithout(builder -> builder.spool(directory));
        assertThat(second.counters().mbus().get("ban-17").session()).isEqualTo(session);
        for (int n = 0; n < 3; n++) {
            assertThat(post(ECG, csv(samples, n, SETS))).as("message %d", n).isEqualTo(204);
        }
        assertThat(postWeight("81.4", "a")).isEqualTo(204);
        assertThat(postWeight("81.4", "b")).isEqualTo(204);
        host.startAgain();
        awaitStored(0, samples);
        awaitSamples(1, new short[] {8140, 8140});
        second.close();
        assertThat(second.counters().kept()).containsEntry("ban-17", 0L);
    }

    @Test
    void aMessageThatFoundNoRoomIsNewToTheNextStart() throws Exception {
        spool = SMALL;
        GatewayLimits limits =
                new GatewayLimits(64, 16, 16, Duration.ofSeconds(15), Duration.ofSeconds(75), Duration.ofMillis(50));
        int sets = 200;
        short[] samples = noise(2 * 1000 * sets);
        host.stop();
        Gateway first = gateway(builder -> builder.limits(limits));
        int refused = 0;
        while (!foundNoRoom(csv(samples, refused, sets))) {
            refused++;
        }
        host.startAgain();
        long taken = (long) refused * sets;
        soon("the host has what was taken before")
                .until(() ->
                        first.counters().mbus().get("ban-17").groups().get(0).unitsAcknowledged() == taken);
        first.close();
        assertThat(first.counters().kept()).containsEntry("ban-17", 0L);

        Gateway second = gateway();
        assertThat(post(ECG, csv(samples, refused, sets))).isEqualTo(204);
        assertThat(second.counters().mbus().get("ban-17").groups().get(0).unitsProduced())
                .isEqualTo(sets);
        soon("the host has the message")
                .until(() -> host.sessions() > 1 && host.session(1).decoded(0).length >= 4 * sets);
        ByteBuffer sent = ByteBuffer.allocate(4 * sets).order(ByteOrder.LITTLE_ENDIAN);
        sent.asShortBuffer().put(samples, 2 * refused * sets, 2 * sets);
        assertThat(host.session(1).decoded(0)).isEqualTo(sent.array());
    }

    private boolean foundNoRoom(String message) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(http(ECG))
                .POST(BodyPublishers.ofString(message))
                .build();
        return device.send(request, BodyHandlers.ofString()).body().contains("nothing was taken");
    }

    @ParameterizedTest
    @EnumSource(Acknowledge.class)
    void messagesThatTheHostHasStoredAreKnownByTheNextStart(Acknowledge acknowledge) throws Exception {
        short[] samples = noise(2 * 2 * SETS);
        Gateway first = gateway(builder -> builder.acknowledge(acknowledge));
        assertThat(post(ECG, csv(samples, 0, SETS))).isEqualTo(204);
        assertThat(postWeight("81.4", "a")).isEqualTo(204);
        awaitStored(0, Arrays.copyOf(samples, 2 * SETS));
        first.close();
        try (Stream<Path> left = Files.list(directory.directory().resolve("ban-ban-17/spool"))) {
            assertThat(left).extracting(file -> file.getFileName().toString()).containsExactly("lock");
        }

        for (int start = 0; start < 2; start++) {
            Gateway again = gateway(builder -> builder.acknowledge(acknowledge));
            assertThat(post(ECG, csv(samples, 0, SETS))).isEqualTo(204);
            assertThat(postWeight("81.4", "a")).isEqualTo(204);
            assertThat(again.counters().mbus().get("ban-17").groups()).allMatch(group -> group.unitsProduced() == 0);
            again.close();
        }
    }

    /** The folder of the BAN as after a kill: its mark is there, and the spool has only the first sensor sets of the message. */
    private void leaveTheFirst(int units, short[] samples) throws Exception {
        host.stop();
        Gateway whole = gateway();
        assertThat(post(ECG, csv(samples, 0, SETS))).isEqualTo(204);
        whole.close();
        Path spool = directory.directory().resolve("ban-ban-17/spool");
        Files.move(spool, path.resolve("whole"));
        MobileBaseUnitBuilder builder = mbu().ban("ban-17").spool(spool).startTimeout(Duration.ZERO);
        DescribedBan.fromJson(BAN_17).ban().groups().forEach(builder::input);
        MobileBaseUnit part = builder.start();
        int[] first = new int[2 * units];
        for (int i = 0; i < first.length; i++) {
            first[i] = samples[i];
        }
        assertThat(part.input("ecg").offerAt(BEGIN_SECONDS * 1_000_000_000L, first))
                .isEqualTo(OfferOutcome.ACCEPTED);
        part.input("ecg").flush();
        soon("they are in the spool").until(() -> part.status().groups().get(0).unitsEncoded() == units);
        part.close(Duration.ZERO);
        host.startAgain();
    }

    @Test
    void ofAMessageThatIsPartlyInTheSpoolTheRestIsTaken() throws Exception {
        short[] samples = noise(2 * 2 * SETS);
        leaveTheFirst(4, samples);
        Gateway again = startWithout(builder -> builder.spool(directory).acknowledge(Acknowledge.HOST));
        for (int time = 0; time < 2; time++) {
            assertThat(post(ECG, csv(samples, 0, SETS))).isEqualTo(204);
        }
        assertThat(post(ECG, csv(samples, 1, SETS))).isEqualTo(204);
        awaitStored(0, samples);
        assertThat(again.counters().mbus().get("ban-17").groups().get(0).unitsProduced())
                .isEqualTo(2 * SETS);
    }

    @Test
    void theRestOfAMessageIsTooOldBehindAnotherOneAlsoAfterAnotherStart() throws Exception {
        short[] samples = noise(2 * 2 * SETS);
        leaveTheFirst(4, samples);
        for (int start = 0; start < 2; start++) {
            Gateway again = startWithout(builder -> builder.spool(directory));
            assertThat(post(ECG, csv(samples, 1, SETS))).isEqualTo(204);
            assertThat(post(ECG, csv(samples, 0, SETS))).as("start %d", start).isEqualTo(409);
            again.close();
        }
        short[] stored = new short[2 * (4 + SETS)];
        System.arraycopy(samples, 0, stored, 0, 2 * 4);
        System.arraycopy(samples, 2 * SETS, stored, 2 * 4, 2 * SETS);
        awaitSamples(0, stored);
    }

    /** The file that is open is still written; the next one cannot be made. */
    @Test
    void nothingIsLostWithAnMbuWhoseDiskFails() throws Exception {
        int sets = 2_500;
        short[] samples = noise(2 * 200 * sets);
        Gateway gateway = gateway(builder -> builder.restartAfter(Duration.ofMillis(50)));
        Path ban = directory.directory().resolve("ban-ban-17");
        assertThat(post(ECG, csv(samples, 0, sets))).isEqualTo(204);
        Files.move(ban, path.resolve("away"));
        Files.writeString(ban, "a file");
        int n = 1;
        while (post(ECG, csv(samples, n, sets)) == 204) {
            n++;
        }
        soon("it has given up").until(() -> gateway.counters().lost().containsKey("ban-17"));
        assertThat(post(ECG, csv(samples, n, sets))).isEqualTo(503);
        Files.delete(ban);
        Files.move(path.resolve("away"), ban);
        for (int again = Math.max(0, n - 3); again < n + 3; again++) {
            int message = again;
            soon("it is taken").until(() -> post(ECG, csv(samples, message, sets)) == 204);
        }
        awaitStored(0, Arrays.copyOf(samples, 2 * (n + 3) * sets));
    }

    @Test
    void aSecondGatewayOnTheDirectoryIsRefused() {
        Gateway first = gateway();
        assertThatThrownBy(() ->
                        Gateway.builder(this::mbu).http(0).spool(directory).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another gateway uses the directory " + directory.directory());
        assertThat(first.counters().mbus()).containsKey("ban-17");
    }

    @Test
    void aBanWhoseFolderCannotBeUsedIsSentWhenItCan() throws Exception {
        gateway().close();
        Path spool = directory.directory().resolve("ban-ban-17/spool");
        Path away = path.resolve("away");
        Files.move(spool, away);
        Files.writeString(spool, "a file");
        Gateway again = startWithout(builder -> builder.spool(directory).restartAfter(Duration.ofMillis(20)));
        assertThat(post(ECG, "1,2")).isEqualTo(503);
        assertThat(again.counters().mbus()).isEmpty();
        Files.delete(spool);
        soon("the BAN is sent").until(() -> post(ECG, BEGIN_SECONDS + ",1,2") == 204);
        soon("it is stored")
                .until(() ->
                        again.counters().mbus().get("ban-17").groups().get(0).unitsAcknowledged() == 1);
    }

    @Test
    void marksOfAnotherDescriptionCountForNothing() throws Exception {
        Gateway first = gateway();
        assertThat(post(ECG, BEGIN_SECONDS + ",1,2")).isEqualTo(204);
        awaitStored(0, new short[] {1, 2});
        first.close();
        DescribedBan other = DescribedBan.fromJson(BAN_17.replace("\"250\"", "\"125\""));
        Gateway second = startWithout(builder -> builder.ban(other).spool(directory));
        assertThat(post(ECG, BEGIN_SECONDS + ",1,2")).isEqualTo(204);
        soon("it is new")
                .until(() ->
                        second.counters().mbus().get("ban-17").groups().get(0).unitsProduced() == 1);
        second.close();
        Gateway third = startWithout(builder -> builder.spool(directory));
        assertThat(third.counters().mbus()).containsOnlyKeys("ban-17");
    }

    @Test
    void thereAreNoMoreBansThanAllowed() {
        gateway().close();
        DescribedBan other = DescribedBan.fromJson(BAN_17.replace("ban-17", "ban-18"));
        assertThatThrownBy(() -> startWithout(
                        builder -> builder.ban(other).spool(directory).limits(GatewayLimits.DEFAULTS.bans(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("are more than 1");
    }
}
