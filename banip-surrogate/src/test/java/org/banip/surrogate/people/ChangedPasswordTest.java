package org.banip.surrogate.people;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.server.password.BasicCredentials;
import org.banip.surrogate.settings.PeopleSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedPasswordTest {
    private static final String NAME = "vera";
    private static final String FORMER = "correct horse battery staple";
    /** A log-in looks at the file fewer times than this. */
    private static final int MOST_LOOKS = 12;

    @TempDir
    private Path directory;

    private final AtomicLong now = new AtomicLong();
    /** Looks at the file until it is changed; negative if it is not to be changed. */
    private final AtomicInteger looks = new AtomicInteger(-1);

    private Path file;
    private Path changed;

    /** The file is looked at each time that somebody asks for the time, and changes at one of these looks. */
    private long nanoTime() {
        if (looks.getAndDecrement() == 0) {
            replace(changed);
        }
        return now.addAndGet(Duration.ofSeconds(2).toNanos());
    }

    private void replace(Path by) {
        try {
            Path next = Files.copy(by, directory.resolve("next"));
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Path people(String name, String password) {
        Path made = directory.resolve(name);
        new PeopleFile(made)
                .setPassword(
                        NAME,
                        password.toCharArray(),
                        4,
                        new PeopleFile.Rights(Optional.of("viewer"), Optional.of("*")));
        return made;
    }

    /** At whichever moment of a log-in the password is changed, the former one opens nothing from then on. */
    @Test
    void aLogInHoldsForThePasswordThatMatchedOnly() {
        Path former = people("former", FORMER);
        changed = people("changed", "another horse battery staple");
        file = directory.resolve("viewers");
        int began = 0;
        for (int look = 0; look < MOST_LOOKS; look++) {
            replace(former);
            try (People people = new People(
                    new PeopleSettings(file, Duration.ofHours(1), false), Optional.empty(), this::nanoTime)) {
                looks.set(look);
                try {
                    String cookie = people.logIn(new BasicCredentials(NAME, FORMER), "192.0.2.1")
                            .toCompletableFuture()
                            .join();
                    began++;
                    if (looks.getAndSet(-1) >= 0) {
                        replace(changed);
                    }
                    assertThat(people.withCookie(cookie, true))
                            .as("changed at look " + look)
                            .isEmpty();
                } catch (CompletionException e) {
                    assertThat(e).as("changed at look " + look).hasMessageContaining("wrong name or password");
                }
            }
        }
        assertThat(began).isPositive();
    }
}
