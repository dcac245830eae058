package org.banip.wsb.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.server.grant.BanPattern;
import org.banip.wsb.spi.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantsTest {
    private static final Identity ALICE = new Identity("alice");
    private static final Identity GATEWAY = new Identity("gateway@ward3");

    @TempDir
    Path directory;

    @Test
    void withoutAFileEverybodyMayRegisterTheBanOfHisName() {
        assertThat(Grants.ofOwnName().permit(ALICE, "alice")).isTrue();
        assertThat(Grants.ofOwnName().permit(ALICE, "alice2")).isFalse();
        assertThat(Grants.ofOwnName().permit(ALICE, "bob")).isFalse();
    }

    @Test
    void whatIsNotGrantedIsDenied() throws IOException {
        Grants grants = grants("# ward 3", "gateway@ward3: ban-17  ward3-*", "gateway@ward3: ban-18");
        assertThat(grants.permit(GATEWAY, "ban-17")).isTrue();
        assertThat(grants.permit(GATEWAY, "ban-18")).isTrue();
        assertThat(grants.permit(GATEWAY, "ward3-9")).isTrue();
        assertThat(grants.permit(GATEWAY, "ward3")).isFalse();
        assertThat(grants.permit(GATEWAY, "ban-171")).isFalse();
        assertThat(grants.permit(ALICE, "ban-17")).isFalse();
        assertThat(grants.permit(ALICE, "alice")).isFalse();
    }

    @Test
    void everybodysGrantsAddToOnesOwn() throws IOException {
        Grants grants = grants("*: @self", "alice: ban-17", "root: *");
        assertThat(grants.permit(ALICE, "alice")).isTrue();
        assertThat(grants.permit(ALICE, "ban-17")).isTrue();
        assertThat(grants.permit(ALICE, "root")).isFalse();
        assertThat(grants.permit(new Identity("root"), "anything")).isTrue();
    }

    @Test
    void everyMalformedLineIsNamed() {
        assertThatThrownBy(() -> grants("alice", "alice: ban*17", "alice:", "al ice: x", "alice: ok"))
                .hasMessageContaining("line 1: must be IDENTITY: BAN BAN")
                .hasMessageContaining("line 2: 'ban*17' must be a BAN id")
                .hasMessageContaining("line 3: '' must be a BAN id")
                .hasMessageContaining("line 4: must be IDENTITY")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("line 5"));
    }

    @Test
    void bansWithCommasBetweenThemAreRefused() {
        assertThatThrownBy(() -> grants("alice: ban-17, ban-18", "bob: ban-17,ban-18", "carol: ban-17 ban-18"))
                .hasMessageContaining("line 1: BANs are separated by blanks, not by commas")
                .hasMessageContaining("line 2: BANs are separated by blanks, not by commas")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("line 3"));
    }

    @Test
    void theLeastRecentlyUsedOwnerIsForgotten() {
        InterconnectOwners owners = new InterconnectOwners(2);
        owners.bind("one", ALICE, "host-1", Optional.of("ban-1"));
        owners.bind("two", GATEWAY, "host-1", Optional.empty());
        assertThat(owners.ownerOf("one")).contains(ALICE);
        owners.bind("three", ALICE, "host-1", Optional.empty());
        assertThat(owners.ownerOf("two")).isEmpty();
        assertThat(owners.ownerOf("one")).contains(ALICE);
        assertThat(owners.hostOf("one")).contains("host-1");
        assertThat(owners.hostOf("two")).isEmpty();
        owners.bind("one", ALICE, "host-2", Optional.empty());
        assertThat(owners.banOf("one")).contains("ban-1");
        owners.bind("one", GATEWAY, "host-2", Optional.empty());
        assertThat(owners.banOf("one")).isEmpty();
        owners.release("one");
        assertThat(owners.ownerOf("one")).isEmpty();
    }

    private Grants grants(String... lines) throws IOException {
        return Grants.read(Files.write(directory.resolve("grants"), List.of(lines)));
    }

    @Test
    void aRefusalSaysWhatIsAllowedIfThatIsNoSecret() {
        assertThat(Grants.ofOwnName().refusal()).contains("only the BAN that is named like the user", "grants-file");
        Grants others = new Grants(Map.of("carol", List.of(new BanPattern("ward3-*"))));
        assertThat(others.refusal()).doesNotContain("named like", "carol", "ward3");
    }
}
