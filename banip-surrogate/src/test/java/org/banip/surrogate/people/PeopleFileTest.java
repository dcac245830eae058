package org.banip.surrogate.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.banip.surrogate.people.PeopleFile.Rights;
import org.banip.surrogate.people.spi.ProvenPerson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeopleFileTest {
    private static final Rights NONE = new Rights(Optional.empty(), Optional.empty());

    @TempDir
    private Path directory;

    private Path path;
    private PeopleFile file;

    @BeforeEach
    void create() {
        path = directory.resolve("viewers");
        file = new PeopleFile(path);
    }

    private static Rights rights(String roles, String bans) {
        return new Rights(Optional.of(roles), Optional.of(bans));
    }

    private boolean set(String name, String password, Rights rights) {
        return file.setPassword(name, password.toCharArray(), 4, rights);
    }

    @Test
    void aChangedPasswordKeepsRolesAndGrantsAndCommentsStay() throws IOException {
        assertThat(set("vera", "seven green apples", rights("viewer,exporter", "ban-17,ward3-*")))
                .isTrue();
        Files.writeString(path, "# the ward\n" + Files.readString(path));
        assertThat(set("vera", "eight green apples", NONE)).isFalse();
        assertThat(Files.readAllLines(path).get(0)).isEqualTo("# the ward");
        Person vera = PeopleEntries.read(path).find("vera").orElseThrow().person(Person.How.PASSWORD);
        assertThat(vera.roles()).isEqualTo(Set.of(Role.VIEWER, Role.EXPORTER));
        assertThat(vera.may(Right.LIVE, "ward3-5")).isTrue();
        assertThat(vera.may(Right.LIVE, "ward4-5")).isFalse();
        assertThat(vera.may(Right.OPERATE)).isFalse();
        assertThat(path)
                .satisfies(written ->
                        assertThat(Files.getPosixFilePermissions(written)).hasSize(2));
    }

    /** Somebody who wants the BAN "ban 17" would grant two others. */
    @Test
    void aBlankWithinABanIsRefused() throws IOException {
        assertThatThrownBy(() -> set("vera", "seven green apples", rights("viewer", "ward3-*,ban 17")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("BANs have commas between them, and no blanks within: 'ward3-*,ban 17'");
        assertThat(path).doesNotExist();
        assertThat(set("vera", "seven green apples", rights("viewer", " ward3-*, ban-17 ")))
                .isTrue();
        Person vera = PeopleEntries.read(path).find("vera").orElseThrow().person(Person.How.PASSWORD);
        assertThat(vera.may(Right.LIVE, "ward3-5")).isTrue();
        assertThat(vera.may(Right.LIVE, "ban-17")).isTrue();
    }

    @Test
    void rightsChangeWithoutTheSecret() {
        String token = file.setToken("scraper", rights("operator", ""));
        file.setRights("scraper", new Rights(Optional.empty(), Optional.of("*")));
        PersonEntry entry = PeopleEntries.read(path).withToken(token).orElseThrow();
        assertThat(entry.person(Person.How.TOKEN).may(Right.LIST, "ban-17")).isTrue();
        assertThat(PeopleEntries.read(path).withToken(token + "x")).isEmpty();
        assertThat(file.remove("scraper")).isTrue();
        assertThat(file.remove("scraper")).isFalse();
        assertThatThrownBy(() -> file.setRights("scraper", NONE)).hasMessageContaining("scraper is not in");
    }

    @Test
    void whomAProviderProvesGetsTheOwnLineElseTheFirstGroupOfTheFile() {
        assertThat(file.setExternal("anna", false, rights("operator", "*"))).isTrue();
        assertThat(file.setExternal("/ward 3/doctors", true, rights("clinician", "ward3-*,@self")))
                .isTrue();
        assertThat(file.setExternal("staff", true, rights("viewer", "*"))).isTrue();
        assertThat(file.setExternal("staff", true, rights("viewer", "ward*"))).isFalse();
        set("vera", "seven green apples", rights("operator", "*"));
        PeopleEntries entries = PeopleEntries.read(path);
        assertThat(entries.size()).isEqualTo(2);
        assertThat(entries.external(new ProvenPerson("anna", Set.of("staff"))))
                .hasValueSatisfying(anna -> assertThat(anna.roles()).isEqualTo(Set.of(Role.OPERATOR)));
        Person carl = entries.external(new ProvenPerson("carl", Set.of("staff", "/ward 3/doctors")))
                .orElseThrow();
        assertThat(carl.name()).isEqualTo("carl");
        assertThat(carl.may(Right.EXPORT, "ward3-1")).isTrue();
        assertThat(carl.may(Right.EXPORT, "carl")).isTrue();
        assertThat(carl.may(Right.LIVE, "ward4-1")).as("a BAN of another group").isFalse();
        assertThat(entries.external(new ProvenPerson("carl", Set.of("anna")))).isEmpty();
        assertThat(entries.external(new ProvenPerson("vera", Set.of("staff"))))
                .as("a local person with a password")
                .isEmpty();
        assertThat(entries.external(new ProvenPerson("local", Set.of("staff")))).isEmpty();
        assertThat(entries.hashOf("anna")).as("a password").isEmpty();
        assertThat(entries.withToken("oidc")).isEmpty();
        assertThat(file.remove("staff")).isTrue();
        assertThatThrownBy(() -> file.setExternal("a:b", true, rights("viewer", "*")))
                .hasMessageContaining("the name of a group must be");
    }

    /** An option that was forgotten changes nothing. */
    @Test
    void aGroupDoesNotBecomeAPersonNorAPersonAGroup() throws IOException {
        file.setExternal("cardiology", true, rights("clinician", "ward3-*"));
        set("vera", "seven green apples", rights("operator", "*"));
        String before = Files.readString(path);
        assertThatThrownBy(() -> set("cardiology", "seven green apples", NONE))
                .hasMessage("cardiology is a group in " + path
                        + ", not a person; change it as what it is (with --oidc-group), or remove it first");
        assertThatThrownBy(() -> file.setToken("cardiology", NONE)).hasMessageContaining("is a group");
        assertThatThrownBy(() -> file.setExternal("cardiology", false, NONE)).hasMessageContaining("is a group");
        assertThatThrownBy(() -> file.setExternal("vera", true, NONE))
                .hasMessageContaining("vera is a person in")
                .hasMessageContaining("(without --oidc-group)");
        assertThat(Files.readString(path)).isEqualTo(before);
    }

    @Test
    void whatIsWrongIsTold() throws IOException {
        assertThatThrownBy(() -> set("vera", "password1", rights("viewer", "*")))
                .hasMessageContaining("weak");
        assertThatThrownBy(() -> set("vera", "seven green apples", NONE))
                .hasMessageContaining("vera is new and needs roles");
        assertThatThrownBy(() -> set("vera", "seven green apples", rights("nurse", "*")))
                .hasMessage("role 'nurse' is not known; allowed are viewer, clinician, operator, exporter, with commas"
                        + " between them");
        assertThatThrownBy(() -> set("vera", "seven green apples", rights("viewer", "ward-3:*")))
                .hasMessageContaining("'ward-3:*' must be a BAN id");
        assertThatThrownBy(() -> set("local", "seven green apples", rights("viewer", "*")))
                .hasMessageContaining("BANip's own");
        assertThat(path).doesNotExist();
        Files.writeString(path, "vera:$2y$10$short:viewer:*\nvera\n\nanna:sha256$00:viewer:*\n");
        assertThatThrownBy(() -> PeopleEntries.read(path))
                .hasMessageContaining("line 1: not a bcrypt hash")
                .hasMessageContaining(
                        "line 2: has 1 fields with colons between them, must have 4: NAME:HASH:ROLES:BANS")
                .hasMessageContaining("line 4: the second field is neither a bcrypt hash")
                .hasMessageContaining("'banip host passwd' makes a line");
    }

    @Test
    void aSelfGrantIsTheBanOfThatName() {
        set("ban-17", "seven green apples", rights("viewer", "@self"));
        Person patient = PeopleEntries.read(path).find("ban-17").orElseThrow().person(Person.How.PASSWORD);
        assertThat(patient.may(Right.LIVE, "ban-17")).isTrue();
        assertThat(patient.may(Right.LIVE, "ban-170")).isFalse();
    }
}
