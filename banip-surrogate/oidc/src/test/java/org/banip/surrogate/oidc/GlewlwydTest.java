package org.banip.surrogate.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.banip.surrogate.viewer.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log-in at a provider that is not ours. */
class GlewlwydTest {
    @TempDir
    private Path directory;

    @Test
    void aPersonLogsInAtARealProvider() throws Exception {
        try (Glewlwyd provider = Glewlwyd.start(directory);
                LogInHost host = LogInHost.start(directory, provider.issuer(), Glewlwyd.settings())) {
            provider.admit(host.base().resolve("/oidc"));
            SimpleBrowser browser = new SimpleBrowser();
            URI asked = SimpleBrowser.next(browser.get(host.base().resolve("/oidc")));
            assertThat(SimpleBrowser.next(browser.get(asked)))
                    .as("the provider's own page, for somebody whom it does not know yet")
                    .hasPath("/login.html");
            provider.logIn(browser, "anna", Glewlwyd.PASSWORD);
            provider.consent(browser);
            HttpResponse<String> done = browser.get(SimpleBrowser.next(browser.get(URI.create(asked + "&g_continue"))));
            assertThat(done.statusCode()).as(done.body()).isEqualTo(303);
            assertThat(browser.get(host.base().resolve("/who")).body()).contains("\"name\":\"anna\"", "\"export\"");
            assertThat(browser.get(host.base().resolve("/surrogates")).statusCode())
                    .isEqualTo(200);
        }
    }

    /** The provider is another site, so this shows that cookies come back as they must. */
    @Test
    void aRealBrowserComesBackFromAnotherSite(@TempDir Path profile) throws Exception {
        try (Glewlwyd provider = Glewlwyd.start(directory);
                LogInHost host = LogInHost.start(directory, provider.issuer(), Glewlwyd.settings());
                Browser browser = Browser.start(profile)) {
            provider.admit(host.base().resolve("/oidc"));
            browser.open(host.base().resolve("/login"));
            await().until(() -> is(browser, "document.querySelector('.elsewhere').checkVisibility()"));
            browser.evaluate("document.querySelector('.elsewhere').click(); ''");
            await().until(() -> is(browser, "location.pathname === '/login.html'"));
            browser.evaluate("(async () => {"
                    + "const send = (method, place, body) => fetch(place, {method, body, headers: {'Content-Type': 'application/json'}});"
                    + "await send('POST', '/api/auth/', '" + Glewlwyd.credentials("anna", Glewlwyd.PASSWORD) + "');"
                    + "await send('PUT', '/" + Glewlwyd.CONSENT + "', '{\"scope\":\"openid\"}');"
                    + "location = new URLSearchParams(location.search).get('callback_url') + '&g_continue';"
                    + "})(); ''");
            await().until(() -> browser.evaluate("document.querySelector('#who')?.textContent ?? ''")
                    .equals("anna"));
            assertThat(browser.evaluate("location.href"))
                    .isEqualTo(host.base().resolve("/").toString());
            browser.evaluate("document.getElementById('leave').click(); ''");
            await().until(() -> is(browser, "document.querySelector('input[name=password]')"));
        }
    }

    private static boolean is(Browser browser, String condition) throws InterruptedException {
        return browser.evaluate("(" + condition + ") ? 'yes' : ''").equals("yes");
    }
}
