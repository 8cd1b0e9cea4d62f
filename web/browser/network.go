package browser

import (
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// Through makes a page, with an empty cache, load through a network: latency is in ms from
// a request to the first byte of its response, and down is in bytes per second of all
// requests together.
func (p *Page) Through(latency, down float64) {
	p.r.Helper()
	if _, err := call(p, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
		p.r.Fatalf("switch the cache off: %v", err)
	}
	if _, err := call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: latency, DownloadThroughput: down, UploadThroughput: -1}},
	}); err != nil {
		p.r.Fatalf("emulate a network: %v", err)
	}
}

// Before runs JavaScript in every document before its own scripts.
func (p *Page) Before(js string) {
	p.r.Helper()
	if _, err := call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: js}); err != nil {
		p.r.Fatalf("run a script first: %v", err)
	}
}
