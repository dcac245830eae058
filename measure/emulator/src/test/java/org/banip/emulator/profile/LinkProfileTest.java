package org.banip.emulator.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LinkProfileTest {
    @TempDir
    Path directory;

    static List<String> names() {
        return LinkProfile.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void comesWithBanipAndSurvivesItsOwnJson(String name) throws IOException {
        LinkProfile profile = LinkProfile.named(name);
        assertThat(profile.about()).isNotEmpty();
        assertThat(profile.links()).extracting(LinkSettings::name).containsExactly(name);
        Path file = Files.writeString(directory.resolve(name + ".json"), profile.toJson());
        assertThat(LinkProfile.read(file)).isEqualTo(profile);
    }

    @Test
    void gprsIsThePublishedOne() {
        LinkSettings link = LinkProfile.named("gprs-2slot").links().get(0);
        assertThat(link.mtu()).isEqualTo(576);
        assertThat(link.congestionControl()).isEqualTo("reno");
        assertThat(link.up().bytesPerSecond()).isEqualTo(2601);
        assertThat(link.up().delay()).isEqualTo(Duration.ofMillis(130));
        assertThat(link.up().bearerWait()).contains(new BearerWait(Duration.ofMillis(320), Duration.ofMillis(750)));
        assertThat(link.down().bearerWait()).contains(new BearerWait(Duration.ofMillis(290), Duration.ofMillis(1700)));
        assertThat(LinkProfile.named("gprs-1slot").links().get(0).up().bytesPerSecond())
                .isEqualTo(1362);
    }

    @Test
    void severalLinksAreJoinedByPlus() {
        LinkProfile pair = LinkProfile.named("wifi+lte");
        assertThat(pair.name()).isEqualTo("wifi+lte");
        assertThat(pair.links()).extracting(LinkSettings::name).containsExactly("wifi", "lte");
    }

    @Test
    void anUnknownNameIsAnsweredWithThoseThereAre() {
        assertThatThrownBy(() -> LinkProfile.named("wifi+gsm"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'gsm'", "gprs-2slot", "adsl");
    }

    @Test
    void everythingThatCanBeSetSurvivesJson() throws IOException {
        DirectionSettings up = DirectionSettings.builder()
                .bytesPerSecond(12.5)
                .delay(Duration.ofNanos(1_500_000))
                .jitter(Duration.ofMillis(1))
                .loss(0.25)
                .burst(new BurstLoss(0.1, 0.5, 0.9))
                .queueBytes(1234)
                .bearerWait(new BearerWait(Duration.ofMillis(1), Duration.ofMillis(2)))
                .build();
        List<TimedChange> schedule = List.of(
                new TimedChange(Duration.ofSeconds(1), Set.of(Way.UP), new Change.Rate(10)),
                new TimedChange(Duration.ofSeconds(2), Set.of(Way.DOWN), new Change.Loss(1)),
                new TimedChange(Duration.ofSeconds(3), Set.of(Way.values()), new Change.Outage(true)),
                new TimedChange(Duration.ofSeconds(4), Set.of(Way.values()), new Change.Delay(Duration.ofMillis(7))),
                new TimedChange(Duration.ofSeconds(5), Set.of(Way.values()), new Change.Address()));
        LinkProfile profile = LinkProfile.of(new LinkSettings(
                "own",
                1000,
                "reno",
                up,
                DirectionSettings.builder().queueBytes(2000).build(),
                schedule));
        assertThat(LinkProfile.parse("own", profile.toJson())).isEqualTo(profile);
    }

    @Test
    void aScheduleThatRepeatsHasItsChangesOnceForEachTime() {
        LinkProfile once = LinkProfile.parse("once", slowing("'atMillis': 100, 'loss': 1", ""));
        LinkProfile thrice = LinkProfile.parse(
                "thrice", slowing("'atMillis': 100, 'loss': 1", ", 'repeat': {'everyMillis': 2000, 'times': 3}"));
        TimedChange change = once.links().get(0).schedule().get(0);
        assertThat(thrice.links().get(0).schedule())
                .extracting(TimedChange::at)
                .containsExactly(Duration.ofMillis(100), Duration.ofMillis(2100), Duration.ofMillis(4100));
        assertThat(thrice.links().get(0).schedule())
                .extracting(TimedChange::change)
                .containsOnly(change.change());
    }

    private static String slowing(String change, String repeat) {
        return ("{'links': [{'name': 'x', 'mtu': 576, 'congestionControl': 'reno', 'up': {'delayMillis': 1},"
                        + " 'down': {'delayMillis': 1}, 'schedule': [{" + change + "}]" + repeat + "}]}")
                .replace('\'', '"');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '$',
            value = {
                "{}                                                     | links must be a list",
                "{'links': []}                                          | number of links is 0, allowed is 1 to 8",
                "{'links': [{LINK, 'up': {'delayMillis': 1, 'loss': 2}, 'down': {'delayMillis': 1}}]} | loss is 2.0, allowed is 0 to 1",
                "{'links': [{LINK, 'up': {'delayMillis': 1, 'jitterMillis': 2}, 'down': {'delayMillis': 1}}]} | jitter is PT0.002S",
                "{'links': [{LINK, 'up': {'delayMillis': 1, 'bytesPerSecond': 0}, 'down': {'delayMillis': 1}}]} | bytesPerSecond is 0.0",
                "{'links': [{LINK, 'up': {'delayMillis': 1, 'queueBytes': 500}, 'down': {'delayMillis': 1}}]} | up.queueBytes is 500, allowed is 576",
                "{'links': [{LINK, UPDOWN, 'schedule': [{'atMillis': 5}]}]} | a schedule's entry has 0 changes",
                "{'links': [{LINK, UPDOWN, 'schedule': [], 'repeat': {'everyMillis': 5, 'times': 0}}]} | repeat.times is 0, must be a whole number from 1 to 1000",
                "{'links': [{LINK, UPDOWN, 'schedule': [{'atMillis': 5, 'way': 'left', 'loss': 1}]}]} | way is 'left'",
                "{'links': [{LINK, UPDOWN, 'schedule': [{'atMillis': 5, 'way': 'up', 'newAddress': true}]}]} | both ways",
            })
    void aMistakeIsNamed(String json, String message) {
        String text = json.replace("LINK", "'name': 'x', 'mtu': 576, 'congestionControl': 'reno'")
                .replace("UPDOWN", "'up': {'delayMillis': 1}, 'down': {'delayMillis': 1}")
                .replace('\'', '"');
        assertThatThrownBy(() -> LinkProfile.parse("mine", text))
                .isInstanceOf(BanipException.class)
                .hasMessageStartingWith("link profile mine: ")
                .hasMessageContaining(message);
    }
}
