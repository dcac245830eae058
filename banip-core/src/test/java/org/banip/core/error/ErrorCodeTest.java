package org.banip.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.testing.Page;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
    @Test
    void protocolPageHasTheSameTable() throws IOException {
        List<String> ofPage = new ArrayList<>();
        for (List<String> row : Page.named("protocol.md").section("## 8 ").rows()) {
            ofPage.add(row.get(0) + " " + row.get(1).replace("`", "") + " " + row.get(2));
        }
        List<String> travelling = new ArrayList<>();
        for (ErrorCode code : ErrorCode.values()) {
            if (code.travelling() == code) {
                travelling.add(code.number() + " " + code.token() + " " + code.httpStatus());
            }
        }

        assertThat(ofPage).isEqualTo(travelling).hasSize(31);
    }

    @Test
    void numbersAndTokensAreUnique() {
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(ErrorCode.ofNumber(code.number())).contains(code);
            assertThat(ErrorCode.ofToken(code.token())).contains(code);
        }
        assertThat(ErrorCode.ofNumber(0)).isEmpty();
        assertThat(ErrorCode.ofNumber(34)).isEmpty();
        assertThat(ErrorCode.ofToken("INTERNAL")).isEmpty();
    }

    @Test
    void localCodesAreReportedAsInternal() {
        assertThat(ErrorCode.SPOOL_FULL.travelling()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(ErrorCode.MALFORMED_RECORDING.travelling()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(ErrorCode.SILENT.travelling()).isEqualTo(ErrorCode.SILENT);
    }
}
