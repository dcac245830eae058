package org.banip.surrogate.viewer;

import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A page of a host in a real browser: one for all tests of a class, because it takes longer to start than anything else here. */
abstract class PageFixture {
    /** A folder for pictures of what the page looks like, for people; none unless set. */
    private static final String PICTURES = "banip.test.pictures";

    private static final URI NOTHING = URI.create("about:blank");

    static Browser browser;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBrowser(@TempDir Path profile) throws IOException {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void endBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    /** Leaves the page, so that nothing asks a host that ends. */
    static void leavePage() throws Exception {
        browser.open(NOTHING);
        await().until(() -> browser.evaluate("location.href"), NOTHING.toString()::equals);
    }

    static void picture(String name) throws Exception {
        String folder = System.getProperty(PICTURES);
        if (folder != null) {
            Files.write(Path.of(folder, name + ".png"), browser.picture());
        }
    }
}
